# == parameters from annotations, carried on
# report: tensor_parameters=a, has_tensor_computation=true
def run(a: tf.Tensor, n: int):
    return helper(a) * n
# report: tensor_parameters=a
def helper(a):
    return a * 2
# == parameters from use in the body: only what a tensor alone can do
# report: tensor_parameters=a
def one(a):
    return a.numpy()
# report: tensor_parameters=
def two(a):
    return a.shape
# == use of a variable's methods
# report: tensor_parameters=v
def one(v):
    v.assign_add(1.0)
# report: tensor_parameters=a
def two(a):
    return a.set_shape([1])
# == arithmetic tells nothing
# report: has_tensor_parameter=false
def run(a, b):
    return a * b + 1
# == nothing speaks of a tensor: an eager function is left alone
# report: has_tensor_parameter=false, assumptions~no-sign-of-tensor, candidate=false
def eager(a):
    return tf.reduce_sum(a)
# == somebody made it hybrid and it computes: that speaks of tensors
# report: has_tensor_parameter=true, assumptions~tensor-by-speculative
@tf.function
def graph(a):
    return tf.reduce_sum(a)
# report: has_tensor_parameter=true, assumptions~tensor-by-speculative
@tf.function
def several(batch):
    x, y = batch
    return tf.reduce_sum(x - y)
# report: has_tensor_parameter=null, failures~undetermined
@tf.function
def computes_nothing(a):
    return a
# report: has_tensor_parameter=null, failures~undetermined
@tf.function
def option_only(a=None):
    return tf.ones([2])
# == a tensor would raise where the body calls it or reads what only objects have
# report: has_tensor_parameter=false
@tf.function
def by_call(model):
    return model(tf.ones([2, 2])) + tf.ones([2])
# report: has_tensor_parameter=false
@tf.function
def by_attribute(policy):
    return policy.action(tf.ones([2])) + tf.ones([2])
# report: has_tensor_parameter=true
@tf.function
def asked_for(x):
    if hasattr(x, "action"):
        x.action()
    return tf.abs(x)
# report: has_tensor_parameter=true
@tf.function
def bound_anew(x):
    y = tf.abs(x)
    x = make()
    x.action(y)
    return y
# == what an uncalled function hands on is as unknown
def run(a, f):
    use(a)
    use_result(f(a))
# report: has_tensor_parameter=false, assumptions~no-sign-of-tensor
def use(a):
    return a
# report: has_tensor_parameter=false, assumptions~no-sign-of-tensor
def use_result(a):
    return a
# == what an unknown package gives: undetermined where its name speaks of tensors
import tf_unheard_of
import unheard_of
# report: has_tensor_parameter=null, failures~undetermined
def one(a):
    return a
# report: has_tensor_parameter=false, assumptions~no-sign-of-tensor
def two(a):
    return a
one(tf_unheard_of.load())
two(unheard_of.load())
# == objects of an unknown package keep what is put into them
from easydict import EasyDict as edict
cfg = edict()
cfg.MODEL = edict()
cfg.MODEL.SIZE = 3
cfg.MODEL.WEIGHT = tf.ones(1)
plain(cfg.MODEL.SIZE)
tensor(cfg.MODEL.WEIGHT)
# == a decorator of an unknown package, a class by its name
from unheard_of import Traced
@Traced
def run(a):
    tensor(a)
run(tf.ones(1))
# == data read from a file holds no tensor
import json, sys
class Config:
    def __init__(self, data):
        for key, value in data.items():
            setattr(self, key, value)
c = Config(json.load(open("f")))
plain(c.size)
plain_argument(sys.argv[1])
# == call of a Keras model by its classes
class M(tf.keras.Model):
    # report: tensor_parameters=inputs
    def call(self, inputs, training=None):
        return inputs
# == call of a Keras layer, two levels down
class Base(tf.keras.layers.Layer):
    pass
class L(Base):
    # report: tensor_parameters=x mask
    def call(self, x, mask=None):
        return x
# == call of a class that is no model
class C:
    # report: has_tensor_parameter=false
    def call(self, x):
        return x
# == train_step and test_step of a model
class M(tf.keras.Model):
    # report: has_tensor_parameter=true
    def train_step(self, data):
        x, y = data
        return {"loss": self.compiled_loss(y, self(x))}
    # report: has_tensor_parameter=true
    def test_step(self, data):
        x, y = data
        return {}
# == the names that speculation knows
# report: has_tensor_parameter=true, assumptions~tensor-by-speculative
def train_step(images, labels):
    return images
# report: has_tensor_parameter=true, assumptions~tensor-by-speculative
def distributed_test_step(images):
    return images
# report: has_tensor_parameter=true, assumptions~tensor-by-speculative
def run_model(x):
    return x
# report: has_tensor_parameter=true, assumptions~tensor-by-speculative
def image_inference(x):
    return x
# report: has_tensor_parameter=false
def step(x):
    return x
# == speculation needs a parameter besides self
class C:
    # report: has_tensor_parameter=false
    def train_step(self):
        return 1
# == speculation is silent where dataflow speaks
# report: has_tensor_parameter=false
def train_step(x):
    return x
train_step(1)
# == speculation is silent where annotations speak
# report: has_tensor_parameter=false
def train_step(x: int):
    return x
# == __call__ of a functor of a Keras base
class L(tf.keras.layers.Layer):
    # report: tensor_parameters=x
    def __call__(self, x):
        return x
# == a loss, a metric, an optimizer, a callback, a constraint, an initializer
class Loss(tf.keras.losses.Loss):
    # report: tensor_parameters=y_true y_pred
    def call(self, y_true, y_pred):
        return y_pred - y_true
class Metric(tf.keras.metrics.Metric):
    # report: has_tensor_parameter=true
    def update_state(self, y_true, y_pred, sample_weight=None):
        pass
class Callback(tf.keras.callbacks.Callback):
    # report: has_tensor_parameter=false
    def on_epoch_end(self, epoch, logs=None):
        pass
class Constraint(tf.keras.constraints.Constraint):
    # report: tensor_parameters=w
    def __call__(self, w):
        return w
# == defaults tell the type, not the use
# report: has_tensor_parameter=false
def run(a, n=3, flag=False, name="x"):
    return a
# == a parameter with a plain annotation is no tensor
# report: has_tensor_parameter=false
def run(a: int, b: str, c: "float", d: bool = True):
    return a
# == annotations of arrays, classes of the project and containers are no tensors
import numpy as np
from typing import Dict, List, Optional
class Config:
    n = 1
# report: has_tensor_parameter=false
def run(a: np.ndarray, b: Config, c: List[int], d: Optional[str], e: Dict[str, int], f: "Config", g: int | None = None):
    return a
# == an annotated object's attributes are followed
class Config:
    def __init__(self, t):
        self.t = tf.constant(t)
def run(c: Config):
    return use(c.t)
# report: tensor_parameters=t
def use(t):
    return t * 2
# == a method called only by an uncalled method
class C:
    def outer(self, t: tf.Tensor):
        return self.inner(t)
    # report: tensor_parameters=t
    def inner(self, t):
        return t
# == state set by __init__ of a class that nobody makes
class C:
    def __init__(self):
        self.v = tf.Variable(1.0)
    def run(self):
        return self.use(self.v)
    # report: tensor_parameters=v
    def use(self, v):
        return v
# == effects are found without callers
# report: has_side_effects=true
def run(a: tf.Tensor):
    print(a)
    return a
# == an attribute of self without callers
class C:
    # report: has_side_effects=true
    def run(self, a: tf.Tensor):
        self.a = a
# == recursion is found without callers
# report: is_recursive=true
def run(n):
    return run(n - 1) if n else 0
# == a nested function of an uncalled one
def outer(a: tf.Tensor):
    # report: tensor_parameters=b
    def inner(b):
        return b
    return inner(a)
# == a decorated uncalled function
# report: hybrid=true, tensor_parameters=a
@tf.function
def run(a: tf.Tensor):
    return a
# == input_signature says what arrives
# report: hybrid=true, tensor_parameters=a
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def run(a):
    return a
# == overriding a project's base class that is called
class Base:
    def run(self, t):
        return self.step(t)
class Child(Base):
    # report: tensor_parameters=t
    def step(self, t):
        return t
Child().run(tf.ones(1))
# == abstract methods
import abc
class Base(abc.ABC):
    @abc.abstractmethod
    def step(self, t: tf.Tensor):
        raise NotImplementedError
# == *args of an uncalled function
# report: has_tensor_parameter=false
def run(*args, **kwargs):
    return args
# == what the command line gives holds no tensor
import click
# report: has_tensor_parameter=false
@click.command()
@click.option("--size", default=3)
@click.argument("path")
def main(size, path):
    plain(size)
    plain_path(path)
if __name__ == "__main__":
    main()
# == a signature of `tf.function` makes tensors of what arrives
from foreign_tensorflow import load
class Net:
    def __init__(self):
        self.signature = [tf.TensorSpec([None], tf.float32)]
    # report: has_tensor_parameter=true
    def infer(self, x):
        return tf.abs(x)
    def convert(self):
        self.graph = tf.function(self.infer, input_signature=self.signature)
# report: has_tensor_parameter=true
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def run(x):
    return x
run(load())
# == what a described class does not have, its objects have from the project or not at all
# report: has_tensor_parameter=false, assumptions~no-sign-of-tensor
def use(size):
    return [size]
layer = tf.keras.layers.Dense(3)
use(layer.made_up)
# == an annotation that names what is no tensor, of what arrives from nobody knows where
from typing import Dict, List, Optional
from foreign_tensorflow import make
class Config:
    pass
# report: has_tensor_parameter=false
@tf.function
def use(size: int, name: Optional[str], table: Dict[str, List[int]], config: Config):
    return tf.ones([size])
# report: has_tensor_parameter=true
@tf.function
def open_to(x: object, size: int):
    return tf.ones([size]) * x
use(make(), make(), make(), make())
open_to(make(), make())
# == numpy() of what is not known is an array
from foreign_tensorflow import made
plain(made.f().numpy())
# == a default is among what may arrive at an annotated parameter
class Score:
    def __init__(self, beta: tf.Tensor = 1.0, threshold: Optional[tf.Tensor] = None):
        if not isinstance(beta, float):
            raise TypeError
        if threshold is not None:
            raise ValueError
        tensor(tf.ones(1))
# == what an uncalled function calls gets what it passes, also where others have its name
class Job:
    def run(self):
        Session().run()
class Session:
    def run(self):
        return update(tf.ones(2), 3)
# report: assumptions=no-known-caller, tensor_parameters=x, literal_parameters=n
def update(x, n):
    tensor(x)
    return x * n
# == an object of an uncalled function is called with what that passes
class Scale:
    # report: assumptions=no-known-caller
    def __call__(self, x):
        return x * 2
def run(job):
    scale = Scale()
    job.run()
    return scale(tf.ones(2))
# == a method that leaves a part to subclasses calls theirs, though nobody makes them
class Base:
    def fit(self):
        for x in range(3):
            self.step(tf.ones(2))
    def step(self, x):
        raise NotImplementedError
class Mine(Base):
    def step(self, x):
        tensor(x)
class Other(Base):
    def step(self, x):
        tensor(x)
# == so does one of a class of which objects may be made
class Whole:
    def fit(self):
        self.step(tf.ones(2))
    def step(self, x):
        tensor(x)
class Part(Whole):
    # report: assumptions=no-known-caller
    def step(self, x):
        tensor(x)
