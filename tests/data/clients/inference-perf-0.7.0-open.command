inference-perf 0.7.0: inference-perf -c OUT/config.yml
