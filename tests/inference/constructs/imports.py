# == a package and its module
import pkg.m
pkg.m.run(tf.ones(1))
# -- pkg/__init__.py
# -- pkg/m.py
from probes import *
def run(a):
    tensor(a)
# == a namespace package, three deep
import a.b.c as m
from a.b import c
m.run(tf.ones(1))
c.other(1)
# -- a/b/c.py
from probes import *
def run(a):
    tensor(a)
def other(a):
    plain(a)
# == re-exports of __init__, renamed and through two levels
from pkg import go
go(tf.ones(1))
# -- pkg/__init__.py
from .sub import go
# -- pkg/sub/__init__.py
from .m import run as go
# -- pkg/sub/m.py
from probes import *
def run(a):
    tensor(a)
# == an attribute of a package beats its submodule
from pkg import m
m(tf.ones(1))
# -- pkg/__init__.py
from .m import m
# -- pkg/m.py
from probes import *
def m(a):
    tensor(a)
# == star imports honour __all__
from m import *
run(tf.ones(1))
try:
    hidden(1)
except NameError:
    pass
# -- m.py
from probes import *
__all__ = ["run"]
def run(a):
    tensor(a)
def hidden(a):
    unseen(a)
# == __all__ built in pieces
from m import *
run(tf.ones(1))
_also(1)
# -- m.py
from probes import *
__all__ = ["run"]
__all__ += ["_also"]
__all__.extend(["more"])
def run(a):
    tensor(a)
def _also(a):
    plain(a)
def more():
    pass
# == star imports without __all__ leave underscores
from m import *
run(tf.ones(1))
# -- m.py
from probes import *
def run(a):
    _inner(a)
def _inner(a):
    tensor(a)
# == a star import of a star import
from one import *
run(tf.ones(1))
# -- one.py
from two import *
# -- two.py
from probes import *
def run(a):
    tensor(a)
# == tensorflow by star import
# -- m.py
from tensorflow import *
from probes import *
def run(a):
    return a
tensor(run(ones(1)))
tensor_k(run(keras.layers.Dense(1)(zeros((1, 1)))))
# == script-style siblings
# -- scripts/main.py
import helper
from util import run
run(helper.make())
# -- scripts/helper.py
import tensorflow as tf
def make():
    return tf.ones(1)
# -- scripts/util.py
from probes import *
def run(a):
    tensor(a)
# == several source roots
from lib.m import run
from app.n import go
run(tf.ones(1))
go(1)
# -- src/lib/__init__.py
# -- src/lib/m.py
from probes import *
def run(a):
    tensor(a)
# -- python/app/__init__.py
# -- python/app/n.py
from probes import *
def go(a):
    plain(a)
# -- pyproject.toml
[tool.hybridize]
src = ["src", "python", "."]
# == sys.path.append of a constant
# -- app/main.py
import sys
sys.path.append("../lib")
import tensorflow as tf
from m import run
run(tf.ones(1))
# -- lib/m.py
from probes import *
def run(a):
    tensor(a)
# == sys.path.insert with os.path
# -- app/tools/main.py
import os
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "lib"))
import tensorflow as tf
from m import run
run(tf.ones(1))
# -- lib/m.py
from probes import *
def run(a):
    tensor(a)
# == sys.path with a name and nested dirname
# -- app/tools/main.py
import os.path as osp
import sys
this_dir = osp.dirname(__file__)
lib_path = osp.join(this_dir, "..", "lib")
if lib_path not in sys.path:
    sys.path.insert(0, lib_path)
import tensorflow as tf
from m import run
run(tf.ones(1))
# -- app/lib/m.py
from probes import *
def run(a):
    tensor(a)
# == sys.path with pathlib
# -- app/tools/main.py
import sys
from pathlib import Path
sys.path.append(str(Path(__file__).resolve().parent.parent / "lib"))
import tensorflow as tf
from m import run
run(tf.ones(1))
# -- app/lib/m.py
from probes import *
def run(a):
    tensor(a)
# == sys.path with parents by number
# -- app/tools/main.py
import sys
from pathlib import Path
sys.path.append(str(Path(__file__).parents[1]))
import tensorflow as tf
from lib.m import run
run(tf.ones(1))
# -- app/lib/m.py
from probes import *
def run(a):
    tensor(a)
# == imports inside functions
def go():
    from m import run
    import m as n
    run(tf.ones(1))
    n.other(1)
go()
# -- m.py
from probes import *
def run(a):
    tensor(a)
def other(a):
    plain(a)
# == imports inside methods and conditions
class C:
    def go(self):
        import m
        m.run(tf.ones(1))
if True:
    C().go()
# -- m.py
from probes import *
def run(a):
    tensor(a)
# == try and except ImportError
try:
    from unheard_of import run
except ImportError:
    from m import run
run(tf.ones(1))
# -- m.py
from probes import *
def run(a):
    tensor(a)
# == the better module, or else the other
try:
    from one import run
except ImportError:
    from two import run
run(tf.ones(1))
# -- one.py
from probes import *
def run(a):
    tensor(a)
# -- two.py
def run(a):
    return a
# == relative, absolute in the alternative
# -- pkg/__init__.py
# -- pkg/use.py
import tensorflow as tf
try:
    from .m import run
except ImportError:
    from m import run
run(tf.ones(1))
# -- pkg/m.py
from probes import *
def run(a):
    tensor(a)
# == relative imports with dots
# -- pkg/__init__.py
# -- pkg/a/__init__.py
# -- pkg/a/use.py
import tensorflow as tf
from ..b import m
from ..b.m import run
from . import near
run(tf.ones(1))
m.other(1)
near.here(tf.ones(1))
# -- pkg/a/near.py
from probes import *
def here(a):
    tensor_here(a)
# -- pkg/b/__init__.py
# -- pkg/b/m.py
from probes import *
def run(a):
    tensor(a)
def other(a):
    plain(a)
# == circular imports
import one
one.go()
# -- one.py
import tensorflow as tf
import two
def go():
    two.run(make())
def make():
    return tf.ones(1)
# -- two.py
from probes import *
import one
def run(a):
    tensor(a)
    tensor_too(one.make())
# == circular from-imports inside functions
import one
one.go()
# -- one.py
import tensorflow as tf
def go():
    from two import run
    run(tf.ones(1))
# -- two.py
from one import go
from probes import *
def run(a):
    tensor(a)
# == a class of the project named tf
class tf:
    @staticmethod
    def ones(n):
        return n
plain(tf.ones(1))
# == a local that shadows tf
def run(tf):
    return tf.ones(1)
class Fake:
    def ones(self, n):
        return n
plain(run(Fake()))
tensor(tf.ones(1))
# == builtins that are shadowed
def list(x):
    return tf.ones(1)
tensor(list([1]))
def run(print, len=lambda x: tf.ones(1)):
    print(1)
    tensor_len(len(1))
def show(a):
    plain(a)
run(show)
# == a module of the project named like a package
import numpy as np
plain(np.ones(1))
# == a module of the project shadows a library
import utils
utils.run(tf.ones(1))
# -- utils.py
from probes import *
def run(a):
    tensor(a)
# == a project that vendors a package
from vendor.lib import run
run(tf.ones(1))
# -- vendor/lib/__init__.py
from vendor.lib.core import run
# -- vendor/lib/core.py
from probes import *
def run(a):
    tensor(a)
# == importlib with a constant
import importlib
m = importlib.import_module("m")
m.run(tf.ones(1))
# -- m.py
from probes import *
def run(a):
    tensor(a)
# == importlib with a relative name
# -- pkg/__init__.py
import importlib
import tensorflow as tf
importlib.import_module(".m", "pkg").run(tf.ones(1))
# -- pkg/m.py
from probes import *
def run(a):
    tensor(a)
# == __import__
m = __import__("m")
m.run(tf.ones(1))
# -- m.py
from probes import *
def run(a):
    tensor(a)
# == a module's global set by another
import state
import use
state.t = tf.ones(1)
use.go()
# -- state.py
t = None
# -- use.py
from probes import *
import state
def go():
    tensor(state.t)
# == a lazily loaded module
import lib
lib.run(tf.ones(1))
# -- lib/__init__.py
def __getattr__(name):
    from lib import core
    return getattr(core, name)
# -- lib/core.py
from probes import *
def run(a):
    tensor(a)
# == tensorflow under other names
import tensorflow
import tensorflow.compat.v2 as tf2
from tensorflow import keras as k
import tensorflow.keras.backend as K
import tensorflow.experimental.numpy as tnp
tensor(tensorflow.ones(1))
tensor_two(tf2.ones(1))
tensor_k(k.layers.Dense(1)(tf.ones((1, 1))))
tensor_b(K.mean(tf.ones(1)))
tensor_np(tnp.ones(1))
# == tensorflow handed through a module of the project
from compat import tf as flow, layers
tensor(flow.ones(1))
tensor_layer(layers.Dense(1)(flow.ones((1, 1))))
# -- compat.py
import tensorflow as tf
from tensorflow.keras import layers
# == tensorflow or nothing
try:
    import tensorflow as flow
except ImportError:
    flow = None
tensor(flow.ones(1))
# == lazy import into a global
flow = None
def load():
    global flow
    import tensorflow as flow
def run():
    tensor(flow.ones(1))
load()
run()
# == a function named like its module
from run import run
run(tf.ones(1))
# -- run.py
from probes import *
def run(a):
    tensor(a)
# == __main__ guards and __name__
def main():
    tensor(tf.ones(1))
if __name__ == "__main__":
    main()
# == tf.app.run and absl
from absl import app
def main(argv):
    tensor(tf.ones(1))
if __name__ == "__main__":
    app.run(main)
# == fire and click
import click
@click.command()
@click.option("--n", default=1)
def main(n):
    tensor(tf.ones(1))
if __name__ == "__main__":
    main()
# == conftest fixtures and tests
# -- test_m.py
import pytest
import tensorflow as tf
from probes import *
@pytest.fixture
def batch():
    yield tf.ones(1)
@pytest.mark.parametrize(("a", "b"), [(1, 2)])
def test_shared(shared, a, b):
    tensor_shared(shared)
    plain_b(b)
@pytest.mark.parametrize("n", [1, 2])
def test_run(batch, n):
    tensor(batch)
    plain(n)
# -- conftest.py
import pytest
import tensorflow as tf
@pytest.fixture
def shared():
    return tf.ones(1)
# == unittest and tf.test.TestCase
# -- test_m.py
import tensorflow as tf
from probes import *
class T(tf.test.TestCase):
    def setUp(self):
        self.t = tf.ones(1)
    def test_run(self):
        tensor(self.t)
if __name__ == "__main__":
    tf.test.main()
# == numbers of a package that is not there
import unheard_of
plain(unheard_of.SIZE + unheard_of.MARGIN)
# == programs side by side, each with a module of the same name above it
# -- one/execute.py
from probes import *
def run(x):
    tensor(x)
run_first = run
# -- one/main.py
import execute
# -- one/web/app.py
import os
import sys
sys.path.append(os.path.dirname(os.getcwd()))
import execute
import tensorflow as tf
execute.run(tf.ones(1))
# -- two/execute.py
from probes import *
def run(x):
    tensor_two(x)
# -- two/main.py
import execute
# -- two/web/app.py
import os
import sys
sys.path.append(os.path.dirname(os.getcwd()))
import execute
import tensorflow as tf
execute.run(tf.ones(1))
# == a package that imports its own module
from pk.utils import common
common.run(tf.ones(1))
# -- pk/__init__.py
# -- pk/utils/__init__.py
from . import common
# -- pk/utils/common.py
from probes import *
def run(a):
    tensor(a)
# == a package that imports its own module by its full name
import pk.utils
pk.utils.common.run(tf.ones(1))
# -- pk/__init__.py
# -- pk/utils/__init__.py
from pk.utils import common
# -- pk/utils/common.py
from probes import *
def run(a):
    tensor(a)
# == a package that imports its own module under another name
import pk
pk.c.run(tf.ones(1))
pk.common.run(tf.ones(1))
# -- pk/__init__.py
from . import common as c
# -- pk/common.py
from probes import *
def run(a):
    tensor(a)
# == a package that imports its own module or does without
from pk import common
common.run(tf.ones(1))
# -- pk/__init__.py
try:
    from . import common
except ImportError:
    common = None
# -- pk/common.py
from probes import *
def run(a):
    tensor(a)
# == a package and its module import each other
import pk.a
pk.a.go()
# -- pk/__init__.py
from .a import b, go
# -- pk/a.py
import tensorflow as tf
from . import b
def go():
    b.run(tf.ones(1))
# -- pk/b.py
from probes import *
def run(a):
    tensor(a)
# == modules of a package that need each other through the package
from pk import one
one.go()
# -- pk/__init__.py
from . import two
from . import one
# -- pk/one.py
import tensorflow as tf
from pk import two
def go():
    two.run(tf.ones(1))
# -- pk/two.py
from probes import *
from pk import one
def run(a):
    tensor(a)
# == a module that is imported with all packages around it
import pk.sub.m
pk.sub.m.run(tf.ones(1))
pk.sub.kept(tf.ones(1))
pk.other(1)
# -- pk/__init__.py
from .sub import n
other = n.other
# -- pk/sub/__init__.py
from . import m, n
kept = m.run
# -- pk/sub/m.py
from probes import *
def run(a):
    tensor(a)
# -- pk/sub/n.py
from probes import *
def other(a):
    plain(a)
# == a function of a package called as its module
from pk import run
run(tf.ones(1))
import pk.use
# -- pk/__init__.py
from . import use
from .run import run
# -- pk/run.py
from probes import *
def run(a):
    tensor(a)  #: 1
# -- pk/use.py
from . import run
def go():
    run.run(1)  #: 1
# == names of a lazily loaded package
from lib import run, core
run(tf.ones(1))
core.other(1)
# -- lib/__init__.py
import importlib
def __getattr__(name):
    return getattr(importlib.import_module(".core", __name__), name)
# -- lib/core.py
from probes import *
def run(a):
    tensor(a)
def other(a):
    plain(a)
# == a lazily loaded package with a table
import lib
from lib import other
lib.run(tf.ones(1))
other(1)
# -- lib/__init__.py
import importlib
_PLACES = {"run": ".core", "other": ".more"}
__all__ = list(_PLACES)
def __getattr__(name):
    if name not in _PLACES:
        raise AttributeError(name)
    return getattr(importlib.import_module(_PLACES[name], __package__), name)
# -- lib/core.py
from probes import *
def run(a):
    tensor(a)
# -- lib/more.py
from probes import *
def other(a):
    plain(a)
# == star imports of a package that names its modules
from pk import *
common.run(tf.ones(1))
# -- pk/__init__.py
from . import common
__all__ = ["common"]
# -- pk/common.py
from probes import *
def run(a):
    tensor(a)
# == imports for type checkers only
from pk import go
go(tf.ones(1))
# -- pk/__init__.py
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from . import a
from .a import go
# -- pk/a.py
from probes import *
from . import b
def go(x):
    b.run(x)
# -- pk/b.py
from probes import *
def run(a):
    tensor(a)
# == a root that is itself the package
import project.agents.learner
from project.common import utils
utils.other(1)
project.agents.learner.go()
# -- agents/learner.py
import tensorflow as tf
from project.common.utils import run
def go():
    run(tf.ones(1))
# -- common/utils.py
from probes import *
def run(a):
    tensor(a)
def other(a):
    plain(a)
# == programs side by side, some of whose folders are packages
# -- first/src/main.py
import tensorflow as tf
from net import Net
Net().go(tf.ones(1))
# -- first/src/net.py
from probes import *
class Net:
    def go(self, x):
        tensor(x)
# -- second/__init__.py
# -- second/main.py
from net import Net
Net().run(1)  #: 1
# -- second/net.py
from probes import *
class Net:
    def run(self, x):
        plain(x)  #: 1
# == a name that the next import binds again, and one that is read before
import numpy as again
import os
import tensorflow as again
import numpy as read
array = read.ones(3)
import tensorflow as read
# report: codes=
@again.function
def made(x):
    return again.reduce_mean(x)
plain(array)
made(again.ones(3))
