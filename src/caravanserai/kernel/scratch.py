"""Scratch: room for numbers that a compiled function needs only while it runs.

``np.empty`` would take memory from the heap and give it back, a hundred nanoseconds each time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from caravanserai.kernel.compiling import COMPILER_ON

if COMPILER_ON:

    def _on_stack(kind: Any) -> Any:
        def typed(context: Any, count: Any) -> Any:
            if not isinstance(count, types.IntegerLiteral):
                return None

            def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                row = signature.return_type
                number = context.get_constant(types.intp, count.literal_value)
                size = context.get_constant(types.intp, kind.bitwidth // 8)
                alloca: Any = cgutils.alloca_once
                place = alloca(builder, context.get_value_type(kind), size=number)
                array = context.make_array(row)(context, builder)
                context.populate_array(array, data=place, shape=[number], strides=[size], itemsize=size, meminfo=None)
                return array._getvalue()

            return types.Array(kind, 1, "C")(count), emit

        return intrinsic(prefer_literal=True)(typed)

    scratch_floats, scratch_whole = _on_stack(types.float64), _on_stack(types.int64)
else:

    def scratch_floats(count: int) -> Any:
        """So many numbers with whatever was there before. The count must be a constant, and what is made in a function
        may be handed to those it calls, but not be returned."""
        return np.full(count, np.nan)

    def scratch_whole(count: int) -> Any:
        """The same for whole numbers."""
        return np.full(count, -(1 << 62))
