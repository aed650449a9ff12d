"""The words of the rules that say dtypes: how the result's dtype follows from the arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hybridize.frameworks.tensor_types import dtypes
from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    Argument,
    Constant,
    DTypeObject,
    Items,
    Repeated,
    as_dtype,
    dtype_of,
    is_tensor,
    leaves,
    may_be_empty,
    shape_of,
)
from hybridize.frameworks.tensor_types.dimensions import DTypesDiffer, Refused, Unclear
from hybridize.frameworks.tensor_types.dtypes import (
    BOOL,
    COMPLEX64,
    FLOAT32,
    FLOAT64,
    INT64,
    WEAK_FLOAT,
    WEAK_INT,
    DType,
    is_complex,
    is_float,
    is_integer,
)
from hybridize.frameworks.tensor_types.promotion import (
    Operand,
    as_array,
    as_tensor,
    numpy_divided,
    numpy_result,
    tensor_divided,
    tensor_result,
)
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType


@dataclass(frozen=True, slots=True)
class Setting:
    """What the program has set, and which releases it runs with."""

    floatx: DType | None = FLOAT32
    """Keras' default type: `set_floatx`."""
    policy: DType | None = FLOAT32
    """The compute type of Keras layers: the global policy."""
    numpy: tuple[int, ...] | None = None
    """NumPy's release; None: what holds with every release."""
    of_arrays: bool = False
    """The rule is one of NumPy's."""
    mixing: bool = False
    """The function may take tensors of two dtypes."""


DEFAULT = Setting()
_FLOATX = re.compile(r"""\bset_floatx\b(?:\(\s*['"](\w+)['"]\s*\))?|\bfloatx\s*=(?!=)""")
_POLICY = re.compile(r"""\bset_(?:global_)?(?:dtype_)?policy\b(?:\(\s*(?:[\w.]*Policy\(\s*)?['"](\w+)['"])?""")
_NAMED_POLICY = re.compile(r"""['"]mixed_(\w+)['"]""")
SETTINGS = 4
"""So many settings of one program are told apart."""


def settings_of(texts: Iterable[str]) -> tuple[Setting, ...]:
    """The settings that a program may have, by the texts of its files: it may be run before it sets anything.

    Where the text does not say what is set, it is one of the types that floats may have; a policy is one of the mixed
    ones that the file names.
    """
    floats: set[str] = {"float32"}
    policies: set[str] = set()
    for text in texts:
        for found in _FLOATX.findall(text):
            floats.update((found,) if found else dtypes.FLOATS)
        for found in _POLICY.findall(text):
            named = (found.removeprefix("mixed_"),) if found else _NAMED_POLICY.findall(text)
            policies.update(named or dtypes.FLOATS)
    pairs = [(each, policy) for each in sorted(floats) for policy in sorted({each, *policies})]
    settings = [Setting(dtypes.named(each), dtypes.named(policy)) for each, policy in pairs]
    return tuple(dict.fromkeys(settings)) if len(settings) <= SETTINGS else (Setting(None, None),)


def same(setting: Setting, *tensors: Argument) -> DType | None:
    """The type of all of these: that of the tensors among them, which arrays and Python numbers follow."""
    return None if _packed_anew(tensors) else of_members(setting, *tensors)


def _packed_anew(values: Sequence[Argument]) -> bool:
    """Whether a list among values becomes a tensor of another type than the arrays that are in it.

    Without a tensor, integers have 32 bits then and complex numbers 128, eagerly; in a graph scalars are as Python's.
    """
    listed = [leaf for each in values if isinstance(each, (Items, Repeated)) for leaf in leaves(each)]
    if not any(_is_packed_anew(each) for each in listed if isinstance(each, TensorType)):
        return False
    return not any(is_tensor(leaf) for each in values for leaf in leaves(each))


def _is_packed_anew(found: TensorType) -> bool:
    if found.dtype == FLOAT64:
        return not found.shape
    return found.dtype == COMPLEX64 or found.dtype not in (None, dtypes.INT32) and is_integer(found.dtype)


def of_members(setting: Setting, *tensors: Argument) -> DType | None:
    """The same where each member of a list becomes a tensor by itself."""
    inside = [leaf for each in tensors for leaf in leaves(each)]
    listed = [leaf for each in tensors if isinstance(each, (Items, Repeated)) for leaf in leaves(each)]
    if any(dtype_of(each) == COMPLEX64 and not is_tensor(each) for each in listed):
        return None  # Eagerly they become wide ones, in a graph not.
    # Tensors in a list or tuple are packed as the tensor beside it is: `floats * (whole, whole)`.
    members = [each for listing in tensors if isinstance(listing, Items) for each in listing.items]
    bare = [each for each in tensors if is_tensor(each)] or [each for each in members if is_tensor(each)]
    of_tensors = [dtype_of(each) for each in bare or inside if is_tensor(each)]
    # Lists alone become tensors one after the other, and eagerly the later ones follow the first.
    mixing = setting.mixing or not bare
    if mixing and len(set(of_tensors)) > 1:
        return None
    return tensor_result(of_tensors, [dtype_of(each) for each in inside if not is_tensor(each)])


def given(setting: Setting, dtype: Argument, otherwise: Argument) -> DType | None:
    """What the argument names, or something else where it is None."""
    return as_dtype(otherwise if dtype == NONE else dtype, setting.of_arrays)


def converted(setting: Setting, dtype: Argument, value: Argument) -> DType | None:
    """The same for something that becomes a tensor of it: not a tensor of another dtype, nor a fraction an integer."""
    wanted = given(setting, dtype, NONE)
    if wanted is None:
        return element(setting, value) if dtype == NONE else None
    _ask_whether_fits(wanted, value)
    return wanted


def constant_of(setting: Setting, dtype: Argument, value: Argument) -> DType | None:
    """The same of what is no tensor yet."""
    if dtype == NONE or isinstance(value, TensorType):
        return given(setting, dtype, NONE) if dtype != NONE else element(setting, value)
    return converted(setting, dtype, value)


def stored(setting: Setting, variable: Argument, value: Argument) -> DType | None:
    """The dtype of a variable, in which a value is put."""
    wanted = dtype_of(variable)
    if wanted is not None:
        _ask_whether_fits(wanted, value)
    return wanted


def _ask_whether_fits(wanted: DType, value: Argument) -> None:
    own = dtype_of(value)
    if own is None or own == wanted or may_be_empty(value):
        return
    if isinstance(value, TensorType) and value.kind not in _OWN_DTYPE:
        return
    typed = not own.weak and isinstance(value, TensorType)
    fraction = is_integer(wanted) and own == WEAK_FLOAT or wanted == BOOL and own in (WEAK_INT, WEAK_FLOAT)
    of_text = (own == dtypes.STRING) is not (wanted == dtypes.STRING) and not isinstance(value, DTypeObject)
    if typed or fraction or of_text:
        raise DTypesDiffer(f"{own} is not converted to {wanted}")


_OWN_DTYPE = (TensorKind.TENSOR, TensorKind.VARIABLE)
"""What is cast to no other dtype."""


def resized_before(setting: Setting, method: Argument, images: Argument) -> DType | None:
    """What TensorFlow 1 makes of resized images: floats, unless it takes the nearest pixels or the size stays."""
    found = same(setting, images)
    return found if found == FLOAT32 or method in (Constant(1), Constant("nearest")) else None


def array(setting: Setting, *values: Argument) -> DType | None:
    """The type of an array of these values."""
    return numpy_result(operands(values), setting.numpy)


def operands(values: Iterable[Argument]) -> list[Operand]:
    return [_operand(each) for value in values for each in ([value] if isinstance(value, Items) else leaves(value))]


def _operand(value: Argument) -> Operand:
    if isinstance(value, Items):
        # A nested list is an array of its own: its numbers are no longer weak.
        found = as_array(dtype_of(value))
        strong = [leaf for leaf in leaves(value) if isinstance(leaf, TensorType)]
        if strong and found is None:
            found = numpy_result([Operand(dtype_of(leaf), (1,)) for leaf in leaves(value)], None)
        return Operand(found, _shape(value))
    if isinstance(value, Constant) and isinstance(value.value, (int, float)):
        return Operand(dtype_of(value), (), value.value)
    return Operand(dtype_of(value), _shape(value))


def _shape(value: Argument) -> tuple[None, ...] | None:
    try:
        found = shape_of(value)
    except Unclear:
        return None
    return None if found is None else (None,) * len(found)


def numeric(setting: Setting, *values: Argument) -> DType | None:
    """The type of an array of numbers; of Booleans functions and releases of NumPy make different types."""
    found = array(setting, *values)
    return None if found == BOOL else found


def array_joined(setting: Setting, *values: Argument) -> DType | None:
    """The common type of arrays put one after the other: a Python number becomes an array with an axis before."""
    return numpy_result([Operand(array_of(setting, each), (None,)) for each in values], setting.numpy)


def drawn_below(setting: Setting, dtype: Argument, limit: Argument) -> DType | None:
    """The named type of numbers that are drawn: of integers it must be said where they end."""
    found = given(setting, dtype, NONE)
    if limit == NONE and found is not None and is_integer(found):
        raise Refused(f"no end of what is drawn of {found.name}")
    return found


def drawn(setting: Setting, values: Argument) -> DType | None:
    """The type of elements that NumPy draws from an array; of a number it draws from the integers below."""
    found, axes = array_of(setting, values), _shape(values)
    if axes == ():
        return INT64
    return None if axes is None and found is not None and is_integer(found) else found


def array_members(setting: Setting, values: Argument) -> DType | None:
    """The common type of the members of a list, each of which is an array by itself."""
    inside = values.items if isinstance(values, Items) else (values,)
    return numpy_result([Operand(array_of(setting, each), _shape(each)) for each in inside], setting.numpy)


def widest(setting: Setting, *numbers: Argument) -> DType | None:
    """The widest type of the ends of TensorFlow's ranges: 32-bit integers, 64-bit ones, 32-bit floats, 64-bit ones."""
    order = [dtypes.INT32, INT64, FLOAT32, FLOAT64]
    found = [as_tensor(dtype_of(each)) for each in numbers if each != NONE]
    if not found or any(each not in order for each in found):
        return None
    return order[max(order.index(each) for each in found if each is not None)]


def where_type(setting: Setting, one: Argument, other: Argument) -> DType | None:
    """What a choice of elements gives; places are 64-bit integers."""
    return INT64 if one == NONE and other == NONE else same(setting, one, other)


def chosen(setting: Setting, word: Argument, expected: Argument, one: Argument, other: Argument) -> DType | None:
    """One type where an argument is a certain text, or another one where it is another text."""
    if not isinstance(word, Constant):
        return None
    return given(setting, NONE, one if word == expected else other)


def arrays(setting: Setting, *values: Argument) -> DType | None:
    """The common type of arrays of these values: even a Python number becomes an array of its own."""
    return numpy_result([Operand(array_of(setting, each), _shape(each)) for each in values], setting.numpy)


def value_or(setting: Setting, value: Argument, otherwise: Argument) -> DType | None:
    """The type of a value, or what holds where it is None."""
    return as_dtype(otherwise) if value == NONE else as_tensor(dtype_of(value))


def divided(setting: Setting, *values: Argument) -> DType | None:
    """What NumPy's true division gives."""
    return numpy_divided(array(setting, *values))


def divided_tensors(setting: Setting, *values: Argument) -> DType | None:
    """What TensorFlow's true division gives."""
    return tensor_divided(same(setting, *values))


def floating(setting: Setting, *values: Argument) -> DType | None:
    """What NumPy's functions of real numbers give: small integers become small floats."""
    found = array(setting, *values)
    if found is None or is_float(found) or is_complex(found):
        return found
    if found == BOOL or found.name in ("int8", "uint8"):
        return DType("float16")
    return FLOAT32 if found.name in ("int16", "uint16") else FLOAT64 if is_integer(found) else None


def mean(setting: Setting, *values: Argument) -> DType | None:
    """Integers become 64-bit floats, floats stay."""
    return numpy_divided(array(setting, *values))


def summed(setting: Setting, *values: Argument) -> DType | None:
    """What NumPy sums in: small integers become 64-bit ones."""
    found = array(setting, *values)
    if found is None or not (found == BOOL or is_integer(found)):
        return found
    return DType("uint64") if found.name.startswith("u") else INT64


def real(setting: Setting, tensor: Argument) -> DType | None:
    return dtypes.real(_one(setting, tensor))


def real_part(setting: Setting, value: Argument) -> DType | None:
    """What NumPy's `real` and `imag` give: the attribute of a Python number, which of Booleans is an integer."""
    found = array(setting, value)
    alone = not isinstance(value, TensorType)
    return INT64 if alone and dtype_of(value) == dtypes.WEAK_BOOL and _shape(value) == () else dtypes.real(found)


def norm(setting: Setting, tensor: Argument, order: Argument, axis: Argument) -> DType | None:
    """The type of a norm. TensorFlow makes real numbers of complex ones, but where it is the Euclidean norm."""
    found = same(setting, tensor)
    if found is None or not is_complex(found):
        return found
    number = order.value if isinstance(order, Constant) else None
    if number in ("euclidean", "fro"):
        return found
    if not isinstance(number, (int, float)) or number == 2 and not isinstance(axis, (Constant, Items)):
        return None
    # Of matrices, which two axes say, 2 means the greatest singular value.
    return found if number == 2 and isinstance(axis, Constant) else dtypes.real(found)


def complexed(setting: Setting, tensor: Argument) -> DType | None:
    return dtypes.complexed(_one(setting, tensor))


def complex_array(setting: Setting, tensor: Argument) -> DType | None:
    """What NumPy's Fourier transforms give before NumPy 2 and, of 64-bit numbers, after it."""
    found = array(setting, tensor)
    if found in (FLOAT64, dtypes.COMPLEX128) or found is not None and is_integer(found) and found.name.endswith("64"):
        return dtypes.COMPLEX128
    return None


def _one(setting: Setting, tensor: Argument) -> DType | None:
    found = dtype_of(tensor)
    if isinstance(tensor, TensorType) and tensor.shape is not None or found is None or not found.weak:
        return found
    return as_tensor(found)


def element(setting: Setting, *tensors: Argument) -> DType | None:
    """The type of one tensor, array or list; of Python numbers what TensorFlow makes of them."""
    found = {None if _packed_anew((each,)) else as_tensor(dtype_of(each)) for each in tensors}
    return found.pop() if len(found) == 1 else None


def alike(setting: Setting, values: Argument) -> DType | None:
    """The type of the members of a list, if it is one."""
    return dtypes.together(map(dtype_of, leaves(values)))


def array_of(setting: Setting, tensor: Argument) -> DType | None:
    """The same as NumPy makes it."""
    return as_array(dtype_of(tensor)) if not isinstance(tensor, Items) else _operand(tensor).dtype


def floatx(setting: Setting) -> DType | None:
    return setting.floatx


def policy(setting: Setting, dtype: Argument = NONE) -> DType | None:
    """The compute type of a layer: its own policy's, or the global one."""
    if dtype == NONE:
        return setting.policy
    if isinstance(dtype, Constant) and isinstance(dtype.value, str) and dtype.value.startswith("mixed_"):
        return DType(dtype.value.removeprefix("mixed_"))
    return as_dtype(dtype)


def cast_by_layer(setting: Setting, tensor: Argument, dtype: Argument = NONE) -> DType | None:
    """What a layer makes of its input: floats take its compute type, all others stay."""
    found, wanted = same(setting, tensor), policy(setting, dtype)
    if found is None:
        return None
    return wanted if is_float(found) else found


def cast_floats(setting: Setting, tensors: Argument, dtype: Argument = NONE) -> DType | None:
    """What a layer gives for floats; for all others releases of Keras differ."""
    listed = isinstance(tensors, Items)
    given = tensors.items if isinstance(tensors, Items) else (tensors,)
    if listed and any(isinstance(each, TensorType) and not is_tensor(each) and not each.shape for each in given):
        return None  # Keras 2 casts no scalars of NumPy.
    found = [same(setting, each) for each in given]
    return policy(setting, dtype) if found and all(each is not None and is_float(each) for each in found) else None


def default_float(setting: Setting, tensor: Argument) -> DType | None:
    """Floats stay, integers become 32-bit floats."""
    found = as_tensor(dtype_of(tensor))
    if found is None or is_float(found):
        return found
    return FLOAT32 if is_integer(found) or found == BOOL else None


def default_floatx(setting: Setting, tensor: Argument) -> DType | None:
    """Floats stay, integers and Booleans become Keras' default type."""
    found = same(setting, tensor)
    if found is None or is_float(found):
        return found
    return setting.floatx if is_integer(found) or found == BOOL else None


def of_tensor(setting: Setting, tensor: Argument) -> DType | None:
    """The type of a tensor, for functions that make 32-bit floats of arrays eagerly, and not in a graph."""
    return dtype_of(tensor) if is_tensor(tensor) else None


def of_numbers(setting: Setting, tensor: Argument) -> DType | None:
    """The type of a tensor that becomes an array, or an array; texts become objects."""
    found = dtype_of(tensor) if isinstance(tensor, TensorType) else None
    return None if found == dtypes.STRING else found


def texts_of(setting: Setting, inputs: Argument) -> DType:
    """The type of texts that are put together: of nothing else is one made."""
    if any(dtype_of(each) not in (None, dtypes.STRING) for each in leaves(inputs)):
        raise Refused("what is joined is no text")
    return dtypes.STRING


def of_reals(setting: Setting, dtype: Argument, *values: Argument) -> DType | None:
    """A type where no value is complex."""
    found = [dtype_of(each) for each in values]
    return as_dtype(dtype) if all(each is not None and not is_complex(each) for each in found) else None


def asked_of_numbers(setting: Setting, dtype: Argument, *values: Argument) -> DType | None:
    """The type that NumPy is asked for, or that of the values: texts have theirs whatever it is asked for."""
    found = array(setting, *values)
    return found if dtype == NONE else None if found in (None, dtypes.STRING) else given(setting, dtype, NONE)


def only(setting: Setting, dtype: Argument, wanted: Argument) -> DType | None:
    """A type if it is a certain one; of all others nothing is known."""
    found = as_dtype(dtype)
    return found if found == as_dtype(wanted) else None


def of_floatx(setting: Setting, tensor: Argument) -> DType | None:
    """Keras' default type where the tensor has it; of all others Keras 3 makes it, and Keras 2 keeps them."""
    found = same(setting, tensor)
    return found if found is not None and found == setting.floatx else None


def of_floats(setting: Setting, tensor: Argument) -> DType | None:
    """The type of floats; of all other numbers nothing is known."""
    found = same(setting, tensor)
    return found if found is not None and is_float(found) else None


def of_booleans(setting: Setting, tensor: Argument, otherwise: Argument) -> DType | None:
    """What a tensor has, and of Booleans something else."""
    found = same(setting, tensor)
    return as_dtype(otherwise) if found == BOOL else found


def steps(setting: Setting, *numbers: Argument) -> DType | None:
    """The common type of the ends of a range of NumPy, or of an array and its bounds; None is no end."""
    present = [each for each in numbers if each != NONE]
    found = as_array(array(setting, *present))
    if found is None and any(each.dtype == FLOAT64 and each.shape != () for each in operands(present)):
        # No bound is wider, whatever it is: complex ones are none.
        return FLOAT64
    return found


DTYPES: Mapping[str, Callable[..., DType | None]] = {
    function.__name__: function
    for function in (
        same, given, array, divided, divided_tensors, floating, mean, summed, real, complexed, complex_array, element,
        array_of, floatx, policy, cast_by_layer, cast_floats, default_float, default_floatx, steps,
        array_members, widest,
        value_or, where_type, chosen, arrays, alike, numeric, array_joined, drawn, drawn_below,
        resized_before, of_booleans,
        of_tensor, of_floats, of_floatx, of_numbers, of_members, of_reals, texts_of,
        asked_of_numbers, only, norm, real_part, constant_of, converted, stored,
    )
}  # fmt: skip
