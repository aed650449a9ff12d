# == private names are mangled
class A:
    def __init__(self):
        self.__t = tf.ones(1)
    def get(self):
        return self.__t
class B(A):
    def __init__(self):
        super().__init__()
        self.__t = 1
    def other(self):
        plain(self.__t)
        tensor(self._A__t)
B().other()
tensor_get(B().get())
# == private methods and class attributes
class A:
    __count = 1
    def __step(self, t):
        tensor(t)
    def run(self, t):
        self.__step(t)
        plain(self.__count)
        plain_cls(A.__count)
class B(A):
    def __step(self, t):
        unseen(t)
B().run(tf.ones(1))
# == getattr and setattr with the mangled name
class A:
    def __init__(self):
        self.__t = tf.ones(1)
        setattr(self, "_A__u", 1)
    def __m(self, t):
        tensor_m(t)
    def get(self):
        plain(self.__u)
        return getattr(self, "_A__t")
tensor(A().get())
tensor_out(A()._A__t)
A()._A__m(tf.ones(1))
# == private names in nested functions, comprehensions and nested classes
class Outer:
    def __init__(self):
        self.__t = tf.ones(1)
    def run(self):
        def inner():
            return self.__t
        tensor(inner())
        tensor_c([self.__t for _ in range(2)][0])
    class __Inner:
        def m(self, t):
            tensor_inner(t)
    def go(self):
        self.__Inner().m(tf.ones(1))
Outer().run()
Outer().go()
# == names that are not mangled
class __A:
    def __init__(self):
        self.__t = tf.ones(1)
        self.__dunder__ = 1
tensor(globals()["__A"]()._A__t)
plain(globals()["__A"]().__dunder__)
# == private module globals and parameters inside a class
_C__t = tf.ones(1)
class C:
    def m(self, __x):
        tensor(__t)
        return __x
plain(C().m(1))
# == slots and properties with private names
class C:
    __slots__ = ("__a",)
    def __init__(self, a):
        self.__a = a
    @property
    def a(self):
        return self.__a
    @a.setter
    def a(self, v):
        self.__a = v
c = C(1)
c.a = tf.ones(1)
mixed(c.a)
