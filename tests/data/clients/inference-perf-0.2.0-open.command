inference-perf 0.2.0: inference-perf -c OUT/config.yml
