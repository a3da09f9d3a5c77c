inference-perf 0.7.0: inference-perf -c /work/w-clients/OUT/config.yml
