for use in --output=xml --mode=fast --preset=mine --tokens=lines --input-format=csv --warmup-driver=tpot --fail-on=slow --generate-completion=tcsh; do
  ssdetect $use; echo $?
done
