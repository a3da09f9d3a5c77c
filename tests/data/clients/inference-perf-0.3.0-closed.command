inference-perf 0.3.0: inference-perf -c OUT/config.yml
