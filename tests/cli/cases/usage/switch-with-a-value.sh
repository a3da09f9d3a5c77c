for use in --json=false --json= --verbose=0 --no-min-duration=1; do ssdetect $use; done
