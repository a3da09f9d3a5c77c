for use in --warmup=-1 --min-warmup=x --warmup-band=0 --cov-bounds=0.1, --min-duration=-1 --min-duration-latency-multiple=inf \
    --min-duration-precision=0 --concurrency-ratio=0 --concurrency-ratio=1.1 --superpass-size=0 --superpass-passes=1.5 \
    --dataset-size=99999999999999999999 --fail-on=failures=101 --token-field=usage; do
  ssdetect $use; echo $?
done
