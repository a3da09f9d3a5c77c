for scenario in demo drift staircase-up failures interrupted poisson-overload offline no-tokens agentic; do
  make-log --scenario $scenario | ssdetect --verbose | grep -E '^.{81,}$'
done
exit 0
