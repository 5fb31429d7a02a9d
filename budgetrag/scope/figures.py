"""What a chart shows, apart from how it is drawn: the app draws these with plotly, the report as SVG."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """One estimate on a chart.

    Attributes:
        place: Its place on the axis of groups, as written.
        value: The estimate; None draws a gap.
        low: Lower end of its interval; None where there is none.
        high: Upper end.
        is_filled: Filled if significant after correction, hollow otherwise.
        is_control: Drawn as a hollow diamond: the precision control.
        note: Hover text: n, p, what it rests on.
    """

    place: str
    value: float | None
    low: float | None
    high: float | None
    is_filled: bool = False
    is_control: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """Points that belong together.

    Attributes:
        name: Its name in the legend.
        points: The points, in order.
        policy: The policy whose colour it takes; "" for the published figures, drawn grey.
        is_joined: Whether a line joins them.
    """

    name: str
    points: tuple[Point, ...]
    policy: str = ""
    is_joined: bool = False


@dataclass(frozen=True, slots=True)
class Intervals:
    """Estimates with intervals over groups, a rule at 0.

    Attributes:
        series: The series.
        groups: Places, in order.
        group_title: Title of the axis of groups.
        value_title: Title of the axis of values.
        is_horizontal: Whether groups run down the side (a forest plot).
    """

    series: tuple[Series, ...]
    groups: tuple[str, ...]
    group_title: str
    value_title: str
    is_horizontal: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """One line: a policy's survival curve."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Lines over budgets; the area between the first two is shaded.

    Attributes:
        curves: The curves; the first two are those compared.
        x_title: Title of the horizontal axis.
        y_title: Title of the vertical axis; values are shares.
    """

    curves: tuple[Curve, ...]
    x_title: str
    y_title: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a waterfall: a contribution; ``name`` is the part it opens."""

    name: str
    label: str
    value: float
    n: int


@dataclass(frozen=True, slots=True)
class Waterfall:
    """Contributions that sum to a total."""

    bars: tuple[Bar, ...]
    total: float
    value_title: str


@dataclass(frozen=True, slots=True)
class Levels:
    """Bars of levels side by side, such as F1 with and without the answer in context.

    Attributes:
        groups: Places along the axis.
        series: Series of points, one bar each.
        value_title: Title of the axis of values.
    """

    groups: tuple[str, ...]
    series: tuple[Series, ...]
    value_title: str


Figure = Intervals | Curves | Waterfall | Levels
