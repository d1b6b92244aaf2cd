"""Plots as small SVG drawings: 360 units wide, so that a phone shows them without zooming, coloured by the page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

import numpy as np

from caravanserai.lab.statistics import Estimate

WIDTH = 360
LEFT, RIGHT = 104, 16
ROW = 30
MOST_BINS = 24


def ticks(low: float, high: float, about: int = 4) -> list[float]:
    """Round numbers between two numbers.

    >>> ticks(0, 100)
    [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    """
    span = (high - low) or 1.0
    raw = span / about
    unit = 10.0 ** floor(log10(raw))
    step = next(unit * m for m in (1, 2, 2.5, 5, 10) if unit * m >= raw * 0.8)
    first = ceil(low / step - 1e-9)
    return [k * step for k in range(first, floor(high / step + 1e-9) + 1)]


def number(value: float, percent: bool) -> str:
    """A tick in words."""
    return f"{value:.0%}" if percent else f"{value:g}"


class Scale:
    """Numbers to places along a line."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        if high <= low:
            low, high = low - 0.5, high + 0.5
        self.low, self.high, self.start, self.end = low, high, start, end

    def __call__(self, value: float) -> float:
        return round(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start), 1)


def drawing(height: float, what: str, parts: Sequence[str]) -> str:
    """An SVG element that says to a screen reader what it shows."""
    label = escape(what, quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    """Words at a place."""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def axis(scale: Scale, bottom: float, percent: bool) -> list[str]:
    """Vertical lines at round numbers, with the numbers below."""
    parts = []
    for value in ticks(scale.low, scale.high):
        x = scale(value)
        parts.append(f'<line class="grid" x1="{x}" y1="6" x2="{x}" y2="{bottom:g}"/>')
        parts.append(text(x, bottom + 16, number(value, percent), "middle", "small"))
    return parts


def whiskers(what: str, rows: Sequence[tuple[str, Estimate]], percent: bool = False, mark: float | None = None) -> str:
    """One line a row: a point, and its confidence interval. ``mark`` is a value to compare with."""
    values = [v for _, e in rows for v in (e.low, e.high)] + ([mark] if mark is not None else [])
    scale = Scale(min(values), max(values), LEFT, WIDTH - RIGHT)
    bottom = 10 + ROW * len(rows)
    parts = axis(scale, bottom, percent)
    if mark is not None:
        parts.append(f'<line class="mark" x1="{scale(mark)}" y1="6" x2="{scale(mark)}" y2="{bottom}"/>')
    for k, (label, e) in enumerate(rows):
        y = 10 + ROW * (k + 0.5)
        parts.append(text(LEFT - 8, y + 4, label, "end"))
        parts.append(f'<line class="range" x1="{scale(e.low)}" y1="{y}" x2="{scale(e.high)}" y2="{y}"/>')
        parts.append(f'<circle cx="{scale(e.value)}" cy="{y}" r="5"/>')
    return drawing(bottom + 24, what, parts)


def histogram(what: str, values: Sequence[float]) -> str:
    """How often which value occurred."""
    low, high = min(values), max(values)
    whole = all(float(v).is_integer() for v in values)
    bins = int(min(MOST_BINS, max(1, high - low + 1 if whole else MOST_BINS)))
    counts, edges = np.histogram(values, bins, (low - 0.5, high + 0.5) if whole else (low, high or 1.0))
    scale = Scale(float(edges[0]), float(edges[-1]), 12, WIDTH - 12)
    tall = 120
    parts = axis(scale, tall + 8, False)
    for count, start, end in zip(counts, edges[:-1], edges[1:], strict=True):
        height = round(tall * count / counts.max(), 1)
        x = scale(float(start))
        wide = max(1.0, scale(float(end)) - x - 1)
        parts.append(f'<rect x="{x}" y="{8 + tall - height:g}" width="{wide:g}" height="{height:g}"/>')
    return drawing(tall + 32, what, parts)


def boxes(what: str, rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """One line a row: the middle half of the values as a box, nine tenths as a line, the median as a stroke."""
    quantiles = [
        (label, [float(q) for q in np.quantile(values, (0.05, 0.25, 0.5, 0.75, 0.95))]) for label, values in rows
    ]
    scale = Scale(min(q[0] for _, q in quantiles), max(q[4] for _, q in quantiles), LEFT, WIDTH - RIGHT)
    bottom = 10 + ROW * len(rows)
    parts = axis(scale, bottom, False)
    for k, (label, q) in enumerate(quantiles):
        y = 10 + ROW * (k + 0.5)
        low, start, middle, end, high = map(scale, q)
        parts.append(text(LEFT - 8, y + 4, label, "end"))
        parts.append(f'<line class="range" x1="{low}" y1="{y}" x2="{high}" y2="{y}"/>')
        parts.append(f'<rect x="{start}" y="{y - 8}" width="{max(1.0, end - start):g}" height="16"/>')
        parts.append(f'<line class="median" x1="{middle}" y1="{y - 8}" x2="{middle}" y2="{y + 8}"/>')
    return drawing(bottom + 24, what, parts)


def matrix(what: str, names: Sequence[str], shares: Sequence[Sequence[float | None]]) -> str:
    """A square of shares, darker where they are higher: row against column."""
    side = min(64.0, (WIDTH - LEFT - 4) / len(names))
    parts = []
    for row, name in enumerate(names):
        y = 24 + side * row
        parts.append(text(LEFT - 8, y + side / 2 + 4, name, "end"))
        parts.append(text(LEFT + side * (row + 0.5), 16, name[: max(3, int(side / 6.5))], "middle", "small"))
        for column, value in enumerate(shares[row]):
            x = LEFT + side * column
            if value is None:
                continue
            parts.append(
                f'<rect x="{x:g}" y="{y:g}" width="{side - 2:g}" height="{side - 2:g}" '
                f'style="fill-opacity:{0.08 + 0.72 * value:.2f}"/>'
            )
            parts.append(text(x + side / 2 - 1, y + side / 2 + 4, f"{value:.0%}", "middle"))
    return drawing(28 + side * len(names), what, parts)
