inference-perf 0.6.1: inference-perf -c /work/w-clients/OUT/config.yml
