"""Figures of page Compare: the win / tie / loss matrix, its cells links."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from budgetrag.dashboard.untrusted import attribute_text, html_text, name_html


def matrix_html(
    names: Sequence[str],
    counts: npt.NDArray[np.int64],
    link: Callable[[int, int], str],
    *,
    pair: tuple[int, int],
    more: str,
) -> str:
    """Return who has more how often: each cell a bar of wins, ties and losses of its row over its column.

    Args:
        names: Names of the k arms.
        counts: (k, k, 3) ``win_tie_loss``.
        link: (row, column) -> address of this page with these two chosen.
        pair: The two that are chosen; () for none.
        more: What having more means, such as "F1".
    """
    head = "".join(
        f'<th scope="col"{" class=on" if i in pair else ""}>over <bdi>{name_html(name)}</bdi></th>'
        for i, name in enumerate(names)
    )
    body = "".join(
        f'<tr><th scope="row"{" class=on" if a in pair else ""}><bdi>{html_text(name)}</bdi></th>'
        + "".join(_cell(names, counts, a, b, link, pair, more) for b in range(len(names)))
        + "</tr>"
        for a, name in enumerate(names)
    )
    return (
        f'<div class="scroll"><table class="matrix"><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(
    names: Sequence[str],
    counts: npt.NDArray[np.int64],
    a: int,
    b: int,
    link: Callable[[int, int], str],
    pair: tuple[int, int],
    more: str,
) -> str:
    if a == b:
        return '<td class="self">–</td>'
    win, tie, loss = (int(n) for n in counts[a, b])
    hover = attribute_text(
        f"{names[a]} over {names[b]}, by {more}: more on {win:,}, equal on {tie:,}, less on {loss:,} questions. "
        "Click to see the questions where they differ."
    )
    parts = (("win", win), ("tie", tie), ("loss", loss))
    bar = "".join(f'<i class="{name}" style="flex:{n} 1 0"></i>' for name, n in parts if n)
    here = ' class="on" aria-current="true"' if (a, b) == pair else ""
    return (
        f'<td><a{here} href="{attribute_text(link(a, b))}" data-go="{a}:{b}" title="{hover}" aria-label="{hover}">'
        f'<span class="wtl">{bar}</span><span class="n"><span class="w">+{win:,}</span>'
        f'<span class="t">={tie:,}</span><span class="l">−{loss:,}</span></span></a></td>'
    )
