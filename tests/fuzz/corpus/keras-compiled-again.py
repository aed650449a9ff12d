import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse")


def subject(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    model.optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for k in range(8):
    if k == 4:
        model.compile(optimizer=tf.keras.optimizers.SGD(0.01), loss="mse")  # refused: late-binding
    print(k, float(subject(tf.ones((2, 3)), tf.zeros((2, 1)))), model.get_weights()[0].ravel())
