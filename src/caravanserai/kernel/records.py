"""Records: the fixed-size layout of a position or an edition, and its readable form.

A record is declared once, as a class with a field in each line. From that come the NumPy type the compiled rules work
on, and the JSON that people read: an axis with names becomes an object, a value that stands for a card becomes the
card's name. To the type checker a record of the array is one of the class.

>>> class Purse(Record, name="purse"):
...     coins: Array = int8(("gold", "silver"), low=0, high=9)
>>> array = Purse.layout.new()
>>> array[0].coins[1] = 3
>>> Purse.layout.dump(array[0])
{'coins': {'gold': 0, 'silver': 3}}
"""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, SupportsIndex, TypeAlias, TypedDict, Unpack, overload

import numpy as np

from caravanserai.kernel.arrays import Array, Array2, Array3

Axis: TypeAlias = "int | tuple[str, ...]"
"""A length, or the names of the places along it."""

NONE = -1
"""In a field of names: nothing there, or not known."""


Whole: TypeAlias = SupportsIndex
"""A whole number, Python's or NumPy's."""


def whole(value: Any) -> int | None:
    """A whole number as Python's own; None for anything else: neither True nor 1.0 is one."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


class BadValue(ValueError):
    """A value that does not fit its field; the text begins with the path to it."""


@dataclass(frozen=True, init=False)
class Field:
    """One field of a record: its type, its axes, and what its numbers mean.

    ``names``: the values are indexes into these names, -1 is none. ``low`` and ``high``: what a person may put there.
    A ``derived`` field is no part of the readable form: it is worked out of the others.
    """

    name: str
    type: type[np.integer[Any]]
    axes: tuple[Axis, ...]
    names: tuple[str, ...] | None
    low: int
    high: int
    doc: str
    derived: bool

    def __init__(
        self,
        name: str,
        type: builtins.type[np.integer[Any]],
        *axes: Axis,
        names: tuple[str, ...] | None = None,
        low: int | None = None,
        high: int | None = None,
        doc: str = "",
        derived: bool = False,
    ) -> None:
        limits = np.iinfo(type)
        lowest = NONE if names else limits.min
        highest = len(names) - 1 if names else limits.max
        for key, value in (
            ("name", name),
            ("type", type),
            ("axes", axes),
            ("names", names),
            ("low", int(lowest if low is None else low)),
            ("high", int(highest if high is None else high)),
            ("doc", doc),
            ("derived", derived),
        ):
            object.__setattr__(self, key, value)

    def __set_name__(self, owner: builtins.type, name: str) -> None:
        """A field declared in a class is named by the line it is declared in."""
        object.__setattr__(self, "name", name)

    def naming(self, names: tuple[str, ...]) -> Field:
        """The same field, its values being indexes into these names."""
        return Field(self.name, self.type, *self.axes, names=names, low=self.low, doc=self.doc)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis if isinstance(axis, int) else len(axis) for axis in self.axes)

    def dump(self, value: Any) -> Any:
        """The readable form of this field's value."""
        return self._dump(value, self.axes)

    def _dump(self, value: Any, axes: tuple[Axis, ...]) -> Any:
        if not axes:
            number = int(value)
            if self.names is None:
                return number
            return None if number < 0 else self.names[number]
        axis, inner = axes[0], axes[1:]
        if isinstance(axis, tuple):
            return {name: self._dump(value[k], inner) for k, name in enumerate(axis)}
        items = [self._dump(value[k], inner) for k in range(axis)]
        if self.names is not None and not inner:
            while items and items[-1] is None:
                items.pop()
        return items

    def load(self, data: Any) -> np.ndarray[Any, Any]:
        """An array from its readable form; raises BadValue with the path to what does not fit."""
        out = np.full(self.shape, NONE if self.names else 0, self.type)
        for place, value in self._load(data, self.axes, self.name):
            out[place] = value
        return out

    def _load(self, data: Any, axes: tuple[Axis, ...], path: str) -> Iterator[tuple[tuple[int, ...], int]]:
        if not axes:
            yield (), self._number(data, path)
            return
        axis, inner = axes[0], axes[1:]
        parts: list[tuple[int, Any, str]]
        if isinstance(axis, tuple):
            if not isinstance(data, Mapping):
                raise BadValue(f"{path}: expected a table with the keys {', '.join(axis)}, got {data!r}")
            for key in data:
                if key not in axis:
                    raise BadValue(f"{path}.{key}: no such key; expected one of {', '.join(axis)}")
            for key in axis:
                if key not in data:
                    raise BadValue(f"{path}.{key}: missing; expected {self.expected}")
            parts = [(axis.index(key), item, f"{path}.{key}") for key, item in data.items()]
        else:
            if isinstance(data, str) or not isinstance(data, Sequence):
                raise BadValue(f"{path}: expected a list of {axis}, got {data!r}")
            short = self.names is not None and not inner
            if len(data) > axis or (len(data) < axis and not short):
                most = "at most " if short else ""
                raise BadValue(f"{path}: expected a list of {most}{axis}, got one of {len(data)}")
            parts = [(k, item, f"{path}[{k}]") for k, item in enumerate(data)]
        for k, item, where in parts:
            for place, value in self._load(item, inner, where):
                yield (k, *place), value

    def _number(self, data: Any, path: str) -> int:
        if self.names is not None:
            if data is None and self.low < 0:
                return NONE
            if isinstance(data, str) and data in self.names:
                return self.names.index(data)
            raise BadValue(f"{path}: expected {self.expected}, got {data!r}")
        number = whole(data)
        if number is None or not self.low <= number <= self.high:
            raise BadValue(f"{path}: expected {self.expected}, got {data!r}")
        return number

    @property
    def expected(self) -> str:
        """What a person may write in one place of this field."""
        if self.names is not None:
            return f"one of {', '.join(self.names)}" + (" or null" if self.low < 0 else "")
        return f"a whole number from {self.low} to {self.high}"


class Column(Protocol):
    """What a layout is made of."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> type[np.integer[Any]]: ...
    @property
    def shape(self) -> tuple[int, ...]: ...


class Layout:
    """A named, ordered set of fields and the NumPy type made of them.

    ``derive`` works out the derived fields of a record that was read, or raises BadValue.
    """

    def __init__(self, name: str, *fields: Field, derive: Callable[[Any], None] | None = None) -> None:
        self.name = name
        self.fields = {field.name: field for field in fields if not field.derived}
        self.derived = tuple(field.name for field in fields if field.derived)
        self.derive = derive
        if len({field.name for field in fields}) != len(fields):
            raise ValueError(f"{name}: two fields share a name")
        self.dtype = np.dtype((np.record, packed(fields)))

    @property
    def size(self) -> int:
        """Bytes of one record."""
        return self.dtype.itemsize

    def new(self, count: int = 1) -> Any:
        """An array of records, all zero."""
        return np.zeros(count, self.dtype)

    def copied(self, raw: Any) -> Any:
        """An array of records of its own from raw bytes."""
        return np.frombuffer(bytearray(raw), self.dtype)

    def dump(self, record: Any) -> dict[str, Any]:
        """The record as readable JSON."""
        return {name: field.dump(record[name]) for name, field in self.fields.items()}

    def load(self, data: Any) -> Any:
        """An array of one record from its readable form; raises BadValue."""
        if not isinstance(data, Mapping):
            raise BadValue(f"{self.name}: expected a table of fields, got {data!r}")
        for key in data:
            if key not in self.fields:
                raise BadValue(f"{key}: no such field; expected one of {', '.join(self.fields)}")
        array = self.new()
        for name, field in self.fields.items():
            if name not in data:
                raise BadValue(f"{name}: missing; expected {field.expected}")
            array[name][0] = field.load(data[name])
        if self.derive:
            self.derive(array[0])
        return array


def packed(fields: Sequence[Column]) -> np.dtype[np.void]:
    """Wide fields first and the end filled up, so that every byte belongs to a field: NumPy does not copy gaps."""
    columns: list[Any] = [(f.name, f.type, f.shape) for f in fields]
    columns.sort(key=lambda column: -np.dtype(column[1]).itemsize)
    widest = max(np.dtype(column[1]).itemsize for column in columns)
    gap = -np.dtype(columns).itemsize % widest
    if gap:
        columns.append(("_", np.uint8, (gap,)))
    return np.dtype(columns, align=True)


class Record:
    """What records are to the type checker: a class with the fields they have. At run time a record is NumPy's, and the
    class only keeps its layout."""

    layout: ClassVar[Layout]

    def __init_subclass__(cls, *, name: str, derive: Callable[[Any], None] | None = None) -> None:
        cls.layout = Layout(name, *declared(cls), derive=derive)


def declared(record: type[Record]) -> list[Field]:
    """The fields in the body of a class, in order."""
    return [value for value in vars(record).values() if isinstance(value, Field)]


class Meaning(TypedDict, total=False):
    """What can be said of a field besides its type and axes: see Field."""

    names: tuple[str, ...] | None
    low: int | None
    high: int | None
    doc: str
    derived: bool


class Kind:
    """A type of whole numbers: called in the body of a record, it declares a field along so many axes."""

    def __init__(self, type: type[np.integer[Any]]) -> None:
        self.type = type

    @overload
    def __call__(self, /, **meaning: Unpack[Meaning]) -> int: ...
    @overload
    def __call__(self, axis: Axis, /, **meaning: Unpack[Meaning]) -> Array: ...
    @overload
    def __call__(self, axis: Axis, second: Axis, /, **meaning: Unpack[Meaning]) -> Array2: ...
    @overload
    def __call__(self, axis: Axis, second: Axis, third: Axis, /, **meaning: Unpack[Meaning]) -> Array3: ...
    def __call__(self, *axes: Axis, **meaning: Unpack[Meaning]) -> Any:
        return Field("", self.type, *axes, **meaning)


int8, int16, int32, int64 = Kind(np.int8), Kind(np.int16), Kind(np.int32), Kind(np.int64)
uint16, uint32, uint64 = Kind(np.uint16), Kind(np.uint32), Kind(np.uint64)


def as_bytes(array: Any) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """An array of records as raw bytes, one row a record: for cloning, comparing and hashing."""
    raw: np.ndarray[Any, np.dtype[np.uint8]] = array.view(np.uint8)
    return raw.reshape(len(array), -1)
