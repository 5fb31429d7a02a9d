"""One colour, marker and dash per policy; the colours of roles; the look every figure shares.

A packer has one marker. Over chunks and over ACE evidence it has one colour too, the ACE marker with a dot in it and
its line broken; over a representation of one's own its colour is the representation's. Every colour has a contrast of
at least 3 to 1 against both themes' backgrounds, and the marker says again what the colour says, so nothing depends on
telling two hues apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import plotly.graph_objects as go

from budgetrag.config_policies import name_parts


@dataclass(frozen=True, slots=True)
class Mark:
    """How one policy is drawn.

    Attributes:
        color: Hexadecimal colour.
        symbol: Plotly marker symbol.
        dash: Plotly line dash.
    """

    color: str
    symbol: str
    dash: str


# Grey for the baseline; the others differ in lightness as well as in hue.
_NAMED = {
    "naive": Mark("#62686e", "circle", "dot"),
    "focused": Mark("#2c68ef", "square", "dash"),
    "mmr": Mark("#a049ad", "diamond", "dashdot"),
    "submodular": Mark("#a44825", "triangle-up", "solid"),
    "submodular_half": Mark("#a49105", "triangle-down", "longdash"),
    "bridge": Mark("#2ba267", "star", "solid"),
    "oracle": Mark("#7a62c9", "x", "longdashdot"),
}
_OTHERS = (
    Mark("#2b8f9e", "hexagon", "dash"),
    Mark("#7a62c9", "cross", "dot"),
    Mark("#a05a3c", "pentagon", "dashdot"),
    Mark("#5d7f2a", "hourglass", "longdash"),
    Mark("#c2487a", "bowtie", "solid"),
)
ACE_DASH = "9px,2px,2px,2px"
PACKER_MARKS: Mapping[str, Mark] = MappingProxyType(_NAMED)

# Terms of a packer's gain, in any order they come.
TERM_COLORS: Mapping[str, str] = MappingProxyType(
    {
        "relevance": "#2c68ef",
        "query_coverage": "#a49105",
        "representativeness": "#2ba267",
        "diversity": "#a049ad",
        "new_passage": "#a049ad",
        "redundancy": "#a44825",
    }
)
NOT_RETRIEVED = "#8391a5"
KEPT, FAINT = "#2c68ef", "#8391a5"
# What leads to a passage of the evidence graph.
NODE_MARKS: Mapping[str, Mark] = MappingProxyType(
    {"claim": Mark("#2b8f9e", "circle", "solid"), "entity": Mark("#c2487a", "diamond", "solid")}
)


def marks(policies: Sequence[str]) -> dict[str, Mark]:
    """Return the mark of each policy: a built-in one always has the same, others take what is left, in order.

    Args:
        policies: Policies of one run, in its order, such as ``chunk_naive``.
    """
    found: dict[str, Mark] = {}
    own: dict[str, Mark] = {}  # representation, or whole name -> what it takes of the others
    for policy in policies:
        representation, packer = name_parts(policy)
        mark = PACKER_MARKS.get(packer)
        if mark is not None and representation in ("", "chunk"):
            found[policy] = mark
        elif mark is not None and representation == "ace":
            found[policy] = Mark(mark.color, f"{mark.symbol}-dot", ACE_DASH)
        else:
            other = own.setdefault(representation or policy, _OTHERS[len(own) % len(_OTHERS)])
            found[policy] = other if mark is None else Mark(other.color, mark.symbol, mark.dash)
    return found


def hollow(mark: Mark) -> str:
    """Return a mark's symbol drawn as an outline.

    >>> hollow(Mark("#62686e", "circle-dot", "dot"))
    'circle-open-dot'
    """
    if "-open" in mark.symbol:
        return mark.symbol
    return f"{mark.symbol.removesuffix('-dot')}-open{'-dot' if mark.symbol.endswith('-dot') else ''}"


def term_color(term: str) -> str:
    """Return the colour of one term of a gain."""
    return TERM_COLORS.get(term, "#62686e")


def style(figure: go.Figure, *, height: int) -> go.Figure:
    """Give a figure the look all share: quiet axes, the page's own font and ground, a legend above.

    Args:
        figure: Changed in place.
        height: In pixels.
    """
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 32, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "xanchor": "left", "x": 0, "title_text": ""},
        hoverlabel={"align": "left"},
        bargap=0.35,
    )
    figure.update_xaxes(zeroline=False, automargin=True)
    figure.update_yaxes(zeroline=False, automargin=True)
    return figure
