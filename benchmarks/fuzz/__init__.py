"""Programs made at random, judged by the analysis and run with TensorFlow: a safe fix that changes one is a hole."""
