inference-perf 0.5.0: inference-perf -c OUT/config.yml
