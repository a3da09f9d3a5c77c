inference-perf 0.5.0: inference-perf -c /work/w-clients/OUT/config.yml
