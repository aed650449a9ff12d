# == plain, as a string, from another name
from tensorflow import Tensor
# report: tensor_parameters=a b c d
def run(a: tf.Tensor, b: "tf.Tensor", c: Tensor, d: "Tensor", e: int):
    return a
# == Optional, Union and the bar
from typing import Optional, Union
import typing as t
# report: tensor_parameters=a b c d e
def run(a: Optional[tf.Tensor], b: Union[tf.Tensor, int], c: tf.Tensor | None, d: t.Optional["tf.Tensor"], e: "tf.Tensor | int", f: Optional[int]):
    return a
# == future annotations
# -- later.py
from __future__ import annotations
import tensorflow as tf
# report: tensor_parameters=a b
def run(a: tf.Tensor, b: tf.Tensor | None, c: int | None):
    return a
# == under TYPE_CHECKING
# -- later.py
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import tensorflow as tf
# report: tensor_parameters=a
def run(a: tf.Tensor):
    return a
# == aliases
from typing import Union
T = tf.Tensor
Number = Union[int, float]
Any = Union[Number, T]
# report: tensor_parameters=a c
def run(a: T, b: Number, c: Any):
    return a
# == type aliases with TypeAlias and NewType
from typing import NewType, TypeAlias
Alias: TypeAlias = tf.Tensor
New = NewType("New", tf.Tensor)
# report: tensor_parameters=a b
def run(a: Alias, b: New):
    return a
# == TypeVar with a bound and with constraints
from typing import TypeVar
A = TypeVar("A", bound=tf.Tensor)
B = TypeVar("B", tf.Tensor, float)
C = TypeVar("C", bound="tf.Tensor")
D = TypeVar("D", int, float)
# report: tensor_parameters=a b c
def run(a: A, b: B, c: C, d: D):
    return a
# == TensorLike of TensorFlow and of the project
from tensorflow.types.experimental import TensorLike
Mine = "TensorLike"
# report: tensor_parameters=a b
def run(a: TensorLike, b: tf.types.experimental.TensorLike, c: str):
    return a
# == variables, sparse, ragged, Keras and slices
# report: tensor_parameters=a b c d e
def run(a: tf.Variable, b: tf.SparseTensor, c: tf.RaggedTensor, d: tf.IndexedSlices, e: tf.keras.KerasTensor, f: tf.DType, g: tf.TensorShape):
    return a
# == containers of tensors
from typing import Dict, Iterable, List, Mapping, Optional, Sequence, Tuple
# report: container_parameters=a b c d e f g h, tensor_parameters=
def run(a: List[tf.Tensor], b: Dict[str, tf.Tensor], c: Tuple[tf.Tensor, ...], d: Sequence[tf.Tensor], e: Iterable[tf.Tensor], f: Optional[List[tf.Tensor]], g: Mapping[str, List[tf.Tensor]], h: Tuple[int, tf.Tensor], i: List[int]):
    return a
# == builtin generics
# report: container_parameters=a b c d, tensor_parameters=
def run(a: list[tf.Tensor], b: dict[str, tf.Tensor], c: tuple[tf.Tensor, int], d: "list[tf.Tensor]", e: list[int]):
    return a
# == a tensor or a list of tensors
from typing import List, Union
# report: tensor_parameters=a, container_parameters=a
def run(a: Union[tf.Tensor, List[tf.Tensor]]):
    return a
# == Annotated, Final, ClassVar and Literal
from typing import Annotated, Literal
# report: tensor_parameters=a
def run(a: Annotated[tf.Tensor, "batch first"], b: Literal["x"]):
    return a
# == callables and types of tensors are none
from typing import Callable, Type
# report: tensor_parameters=, container_parameters=
def run(a: Callable[[tf.Tensor], tf.Tensor], b: Type[tf.Tensor]):
    return a
# == *args and **kwargs
# report: container_parameters=args kwargs
def run(*args: tf.Tensor, **kwargs: tf.Tensor):
    return args
# == keyword-only and positional-only
# report: tensor_parameters=a b
def run(a: tf.Tensor, /, *, b: tf.Tensor, c: int = 1):
    return a
# == a protocol or class of the project holding a tensor
class Batch:
    x: tf.Tensor
# report: tensor_parameters=
def run(a: Batch):
    return a
# == a named tuple of tensors is a container
from typing import NamedTuple
class Batch(NamedTuple):
    x: tf.Tensor
    n: int
# report: container_parameters=a
def run(a: Batch):
    return a
# == an alias of the project imported from another module
import kinds
from kinds import TensorLike as TL
# report: tensor_parameters=a b
def run(a: TL, b: kinds.TensorLike, c: kinds.Number):
    return a
# -- kinds.py
from typing import Union
import tensorflow as tf
TensorLike = Union[float, tf.Tensor]
Number = Union[int, float]
# == tf.experimental.numpy and generics of Tensor
from typing import Any
# report: tensor_parameters=a
def run(a: "tf.Tensor[tf.float32, Any]", b: Any):
    return a
# == names that shadow
class Tensor:
    pass
# report: tensor_parameters=
def run(a: Tensor):
    return a
# == a string that is no code
# report: tensor_parameters=
def run(a: "a tensor of shape [n, 3]"):
    return a
# == methods and nested functions
class C:
    # report: tensor_parameters=a
    def m(self, a: tf.Tensor):
        # report: tensor_parameters=b
        def inner(b: tf.Tensor):
            return b
        return inner
# == tensors of other libraries are none of ours
import torch
import jaxtyping
# report: tensor_parameters=
def run(a: torch.Tensor):
    return a
# == numpy arrays are none
import numpy as np
import numpy.typing as npt
# report: tensor_parameters=, container_parameters=
def run(a: np.ndarray, b: npt.NDArray):
    return a
# == dataflow and annotation agree
# report: tensor_parameters=a
def run(a: tf.Tensor):
    tensor(a)
run(tf.ones(1))
# == new syntax of generics is read where Python has it
from typing import Generic, TypeVar
T = TypeVar("T", bound=tf.Tensor)
class Box(Generic[T]):
    # report: tensor_parameters=a
    def put(self, a: T):
        return a
# == Keras's own names
from tensorflow.keras.layers import Layer
# report: tensor_parameters=
def run(a: Layer, b: tf.keras.Model, c: tf.data.Dataset):
    return a
# == type comments of parameters: one a line
# report: tensor_parameters=a
def run(
    a,  # type: tf.Tensor
    b,  # type: int
    *c,  # type: int
    **d  # type: int
):
    # type: (...) -> tf.Tensor
    return a
# == type comments of a signature
from typing import List, Optional
# report: tensor_parameters=a b c
def run(a, b=None, *, c=1, d=2):
    # type: (tf.Tensor, Optional[tf.Tensor], tf.Tensor, int) -> None
    return a
# == type comments of methods: with and without self
class C:
    # report: tensor_parameters=a
    def m(self, a, b):
        # type: (tf.Tensor, int) -> None
        return a
    # report: tensor_parameters=a
    def n(self, a, b):
        # type: (C, tf.Tensor, int) -> None
        return a
    # report: tensor_parameters=a
    @staticmethod
    def s(a):
        # type: (tf.Tensor) -> None
        return a
# == type comments with stars, names that only the comment uses, and strings
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from tensorflow import Tensor
# report: tensor_parameters=a
def run(a, *args, **kwargs):
    # type: ("Tensor", *int, **int) -> None
    return a
# report: container_parameters=args
def two(a, *args):
    # type: (int, *Tensor) -> None
    return a
# == type comments of what is no tensor
# report: tensor_parameters=
def run(a, b):
    # type: (int, str) -> float
    return a * 2
# == ignored type comments, and comments that are none
x = 1  # type: ignore
# report: tensor_parameters=
def run(a, b):  # type: ignore[no-untyped-def]
    # typed: (tf.Tensor, int) -> None
    # type: this is no type
    return a
# == type comments where Python allows none
def run(a):
    return (a,
            # type: int
            1)
tensor(run(tf.ones(1))[0])
# == type comments on assignments, for and with
for x in []:  # type: tf.Tensor
    sink(x)
y = None  # type: Optional[tf.Tensor]
with open("f") as f:  # type: IO
    plain(f)
# == annotations: nested optionals, unions of containers, generics of aliases, strings with quotes inside
from typing import Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union
TensorLike = Union[tf.Tensor, "np.ndarray", float]
Nest = Union[tf.Tensor, Sequence["Nest"]]
T = TypeVar("T", bound="tf.Tensor")
# report: tensor_parameters=a b e f, container_parameters=c d f
def run(a: "Optional['tf.Tensor']", b: Optional[Union[TensorLike, None]], c: Dict[str, List[tf.Tensor]], d: Tuple[tf.Tensor, ...], e: T, f: Nest, g: Tuple[int, ...]):
    return a
# == annotations: | with strings and None, unpacked star, keyword-only, defaults, self types
from __future__ import annotations
from typing import Self
class C:
    # report: tensor_parameters=a b c
    def m(self, a: tf.Tensor | None = None, /, b: None | tf.Tensor = None, *, c: int | tf.Tensor = 1, d: Self | None = None) -> tf.Tensor:
        return a
# == annotations: keras, tfp and module aliases, attribute chains and re-exports
import tensorflow.compat.v2 as tf2
from types_ import Batch, Image
import types_
# report: tensor_parameters=a b c, container_parameters=d
def run(a: tf2.Tensor, b: Image, c: types_.Image, d: Batch):
    return a
# -- types_.py
import tensorflow as tf
from typing import Dict
Image = tf.Tensor
Batch = Dict[str, tf.Tensor]
# == annotations: what is not known arrives as the outside object that is declared
import elsewhere
from typing import Optional
def train(data: tf.data.Dataset, rate: Optional[tf.keras.optimizers.Optimizer] = None):
    plain(data)
    plain(rate)
    tensor(next(iter(data.map(lambda x: tf.constant(x)))))
train(elsewhere.load(), elsewhere.optimizer())
