"""Views: what a seat sees, as a flat record that compiled code fills and that everybody decodes into the same tree.

A game declares its view as a class; each field says what its numbers mean and where in the tree they are shown:

>>> from caravanserai.kernel.arrays import Array, Array2
>>> class View(Sight):
...     seats: int = number(at=None)
...     purse: int = name(("food", "silk"))
...     slot_card: Array = name(("food", "silk"), 2, at="market[].card")
...     slot_cost: Array = number(2, at="market[].cost")
...     hand_open: Array = flag(4, at=None)
...     hand: Array2 = counts(("food", "silk"), 4, at="seats[].hand")
...
...     given = {"seats[].hand": "hand_open"}
...     lengths = {"seats": "seats"}
>>> views = View.new()
>>> views[0].seats, views[0].purse, views[0].hand_open[1], views[0].hand[1, 1] = 2, NONE, 1, 3
>>> tree = View.decode(views)
>>> tree["purse"], tree["market"][1], tree["seats"]
(None, {'card': 'food', 'cost': 0}, [{'hand': None}, {'hand': {'silk': 3}}])

``[]`` in a path stands for an axis: one of names becomes an object, one of a length a list. ``given`` names the field
that says whether something is there at all (else it is null), ``lengths`` the field that says how long a list is, and
``sparse`` are objects from which keys with nothing in them are left out: of an object with keys of its own, those that
are null. Views are all zero before they are filled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np

from caravanserai.kernel.records import NONE, Axis, packed

Kind: TypeAlias = Literal["number", "maybe", "word", "name", "flag", "counts", "those", "repeated"]
"""What a value means: a number, a number or nothing, one of some names, a name or nothing, yes or no; and for the whole
of the last axis: how many of each there are, which of them there are, and each as often as it is there."""
ROWS = ("counts", "those", "repeated")
Labels: TypeAlias = "int | tuple[str, ...] | tuple[int, ...]"
"""What stands along the last axis: names, numbers, or simply the numbers from 0."""


@dataclass(frozen=True)
class Shown:
    """One field of a view: its layout, what its numbers mean, and where they are shown."""

    kind: Kind
    type: type[np.integer[Any]]
    axes: tuple[Axis, ...]
    names: tuple[str, ...] | tuple[int, ...] | None = None
    at: str | None = ""
    doc: str = ""
    name: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(length(axis) for axis in self.axes)


def length(axis: Axis) -> int:
    """How many places an axis has."""
    return axis if isinstance(axis, int) else len(axis)


def number(*axes: Axis, type: type[np.integer[Any]] = np.int16, at: str | None = "", doc: str = "") -> Any:
    """A number."""
    return Shown("number", type, axes, at=at, doc=doc)


def maybe(*axes: Axis, type: type[np.integer[Any]] = np.int16, at: str | None = "", doc: str = "") -> Any:
    """A number, or nothing where it is NONE."""
    return Shown("maybe", type, axes, at=at, doc=doc)


def word(names: tuple[str, ...], *axes: Axis, at: str | None = "", doc: str = "") -> Any:
    """One of some names."""
    return replace(name(names, *axes, at=at, doc=doc), kind="word")


def name(names: tuple[str, ...], *axes: Axis, at: str | None = "", doc: str = "") -> Any:
    """One of some names, or nothing where it is NONE."""
    return Shown("name", np.int8 if len(names) < 128 else np.int16, axes, names, at, doc)


def flag(*axes: Axis, at: str | None = "", doc: str = "") -> Any:
    """Yes or no."""
    return Shown("flag", np.int8, axes, at=at, doc=doc)


def counts(
    of: tuple[str, ...], *axes: Axis, type: type[np.integer[Any]] = np.int8, at: str | None = "", doc: str = ""
) -> Any:
    """How many there are of each; what there is none of is left out."""
    return Shown("counts", type, (*axes, len(of)), of, at, doc)


def those(of: Labels, *axes: Axis, at: str | None = "", doc: str = "") -> Any:
    """Which of them there are."""
    return _row("those", of, axes, at, doc)


def repeated(of: Labels, *axes: Axis, at: str | None = "", doc: str = "") -> Any:
    """Each of them as often as it is there."""
    return _row("repeated", of, axes, at, doc)


def _row(kind: Kind, of: Labels, axes: tuple[Axis, ...], at: str | None, doc: str) -> Shown:
    labels = tuple(range(of)) if isinstance(of, int) else of
    return Shown(kind, np.int8, (*axes, len(labels)), labels, at, doc)


@dataclass
class Node:
    """A place in the tree: an object, a row of places alike, or the values of one field."""

    path: str
    given: str | None = None
    children: dict[str, Node] = attribute(default_factory=dict)
    axis: Axis | None = None
    """If it is a row: what it runs along, and in ``each`` what stands at each place of it."""
    each: Node | None = None
    length: str | None = None
    sparse: bool = False
    leaf: Shown | None = None

    def as_json(self) -> dict[str, Any]:
        """The place as the decoder of another language reads it."""
        data: dict[str, Any] = {"given": self.given} if self.given else {}
        sparse = {"sparse": True} if self.sparse else {}
        if self.leaf:
            return data | {"field": self.leaf.name}
        if self.each:
            more = {"length": self.length} if self.length else sparse
            return data | {"axis": self.axis, "each": self.each.as_json(), **more}
        return data | {"keys": {key: child.as_json() for key, child in self.children.items()}, **sparse}


class Sight:
    """What a seat sees. A game's view is a subclass, whose fields are declared with the functions above."""

    given: ClassVar[Mapping[str, str]] = {}
    lengths: ClassVar[Mapping[str, str]] = {}
    sparse: ClassVar[Collection[str]] = ()
    shown: ClassVar[dict[str, Shown]]
    dtype: ClassVar[np.dtype[Any]]
    tree: ClassVar[Node]
    decode: ClassVar[Callable[[Any], dict[str, Any]]]
    """The first view of an array as a tree."""

    def __init_subclass__(cls) -> None:
        cls.shown = {
            key: replace(value, name=key, at=key if value.at == "" else value.at)
            for key, value in vars(cls).items()
            if isinstance(value, Shown)
        }
        cls.dtype = np.dtype((np.record, packed(list(cls.shown.values()))))
        cls.tree = Node("", children={})
        for shown in cls.shown.values():
            if shown.at is not None:
                _grow(cls, shown)
        known = {node.path for node in _nodes(cls.tree)}
        for path, field in (*cls.given.items(), *cls.lengths.items(), *((path, None) for path in cls.sparse)):
            if path not in known or (field is not None and field not in cls.shown):
                raise ValueError(f"{cls.__module__}: {path}: {field}: no such place or field in the view")
        reader = _reader(cls.tree)
        names = cls.dtype.names or ()

        def decode(views: Any) -> dict[str, Any]:
            values = dict(zip(names, views[0].item(), strict=True))
            plain = {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in values.items()}
            tree: dict[str, Any] = reader(plain, ())
            return tree

        cls.decode = staticmethod(decode)

    @classmethod
    def new(cls, count: int = 1) -> Any:
        """An array of views, all zero."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def layout_json(cls) -> dict[str, Any]:
        """Fields and tree, for a decoder in another language."""
        fields = {}
        for key, shown in cls.shown.items():
            assert cls.dtype.fields is not None
            offset = cls.dtype.fields[key][1]
            field = {"kind": shown.kind, "type": np.dtype(shown.type).name, "at": int(offset), "axes": list(shown.axes)}
            fields[key] = field | ({"names": list(shown.names)} if shown.names else {})
        return {"size": cls.dtype.itemsize, "fields": fields, "tree": cls.tree.as_json()}


def _grow(cls: type[Sight], shown: Shown) -> None:
    """Put a field into the tree."""
    assert shown.at is not None
    node, path, axes = cls.tree, "", list(shown.axes)
    for part in shown.at.split("."):
        key = part.removesuffix("[]")
        path = f"{path}.{key}" if path else key
        node = node.children.setdefault(key, _place(cls, path))
        if part.endswith("[]"):
            node = _row_of(cls, node, axes.pop(0))
            path = node.path
    # The axes that the path does not name become rows below it.
    while len(axes) > (shown.kind in ROWS):
        node = _row_of(cls, node, axes.pop(0))
    node.leaf = shown


def _row_of(cls: type[Sight], node: Node, axis: Axis) -> Node:
    """What stands at each place of a row."""
    node.axis = axis
    node.each = node.each or _place(cls, f"{node.path}[]")
    return node.each


def _place(cls: type[Sight], path: str) -> Node:
    """A new place, with what is declared of it."""
    return Node(path, cls.given.get(path), length=cls.lengths.get(path), sparse=path in cls.sparse)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in (*node.children.values(), *([node.each] if node.each else [])):
        yield from _nodes(child)


Reader: TypeAlias = Callable[[dict[str, Any], tuple[int, ...]], Any]


def _reader(node: Node) -> Reader:
    """What makes a place of the tree out of plain values, given the places of the rows around it."""
    read = _reader_of_something(node)
    given = node.given
    if given is None:
        return read
    return lambda values, where: read(values, where) if _pick(values[given], where) else None


def _reader_of_something(node: Node) -> Reader:
    if node.leaf:
        return _reader_of_values(node.leaf)
    if node.each:
        return _reader_of_row(node, _reader(node.each))
    children = {key: _reader(child) for key, child in node.children.items()}
    if node.sparse:
        return lambda values, where: {
            key: there for key, read in children.items() if (there := read(values, where)) is not None
        }
    return lambda values, where: {key: read(values, where) for key, read in children.items()}


def _reader_of_row(node: Node, each: Reader) -> Reader:
    axis, long = node.axis, node.length
    assert axis is not None
    if not isinstance(axis, tuple):
        return lambda values, where: [
            each(values, (*where, k)) for k in range(_pick(values[long], where) if long else axis)
        ]
    if node.sparse:
        return lambda values, where: {key: there for k, key in enumerate(axis) if (there := each(values, (*where, k)))}
    return lambda values, where: {key: each(values, (*where, k)) for k, key in enumerate(axis)}


def _reader_of_values(shown: Shown) -> Reader:
    field, names = shown.name, shown.names or ()
    match shown.kind:
        case "number":
            return lambda values, where: _pick(values[field], where)
        case "maybe":
            return lambda values, where: None if (value := _pick(values[field], where)) == NONE else value
        case "word":
            return lambda values, where: names[_pick(values[field], where)]
        case "name":
            return lambda values, where: None if (value := _pick(values[field], where)) == NONE else names[value]
        case "flag":
            return lambda values, where: bool(_pick(values[field], where))
        case "counts":
            return lambda values, where: {
                label: value for label, value in zip(names, _pick(values[field], where), strict=True) if value
            }
        case "those":
            return lambda values, where: [
                label for label, value in zip(names, _pick(values[field], where), strict=True) if value
            ]
        case "repeated":
            return lambda values, where: [
                label for label, value in zip(names, _pick(values[field], where), strict=True) for _ in range(value)
            ]


def _pick(value: Any, where: tuple[int, ...]) -> Any:
    """The part of nested lists that lies at a place. A field may have fewer axes than the rows around it."""
    for k in where:
        if not isinstance(value, list):
            break
        value = value[k]
    return value
