inference-perf 0.6.1: inference-perf -c OUT/config.yml
