make-log --scenario poisson-overload | ssdetect --json --fail-on saturated > out.json
echo "exit $?"
