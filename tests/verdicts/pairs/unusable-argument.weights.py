# Weights of Keras 3 that are passed arrive as tensors, which no optimizer takes. A function that asks the model works.
import tensorflow as tf

net = tf.keras.Sequential([
    tf.keras.Input((2,)), tf.keras.layers.Dense(2, kernel_initializer="ones"),
    tf.keras.layers.Dense(1, kernel_initializer="ones"),
])
optimizer = tf.keras.optimizers.SGD(0.1)
optimizer.build(net.trainable_variables)


def breaks(gradients, weights):
    optimizer.apply_gradients([(tf.clip_by_norm(each, 1.0), weight) for each, weight in zip(gradients, weights)])


def works(gradients):
    optimizer.apply_gradients(
        [(tf.clip_by_norm(each, 1.0), weight) for each, weight in zip(gradients, net.trainable_variables)]
    )


def gradients_of(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x) ** 2)
    return tape.gradient(loss, net.trainable_variables)


for number in range(3):
    x = tf.fill((4, 2), float(number))
    breaks(gradients_of(x), net.trainable_variables)
    works(gradients_of(x))
    print([round(float(tf.reduce_sum(each)), 3) for each in net.trainable_variables])
