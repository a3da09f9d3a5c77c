inference-perf 0.2.0: inference-perf -c /work/w-clients/OUT/config.yml
