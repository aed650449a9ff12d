import tensorflow as tf

w, v = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
first, second = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.2)


def subject(x, which):  # refused: uncovered
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((w * x - v) ** 2)
    if which:
        gradients = tape.gradient(loss, [w])
        first.apply_gradients(zip(gradients, [w]))
    else:
        gradients = tape.gradient(loss, [v])
        second.apply_gradients(zip(gradients, [v]))
    return loss


for k in range(6):
    print(k, float(subject(tf.constant([1.0, 0.5]), k % 2 == 0)), w.numpy(), v.numpy())
