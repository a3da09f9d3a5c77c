inference-perf 0.3.0: inference-perf -c /work/w-clients/OUT/config.yml
