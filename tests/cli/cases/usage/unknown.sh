for use in --nope -x --js --operands --warmup -o ---; do ssdetect $use; echo $?; done
