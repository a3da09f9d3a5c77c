# A fault in a file of options names file and line; a file that is not there is exit code 3.
try() { printf "$1" > profile; ssdetect --options profile no-such-log; echo "exit $?" >&2; }
try 'quiet\n\nwarmup x\n'
try 'quiet\nruns/a\n'
try 'options profile\n'
try 'alpha 0.1\n'
ssdetect --options missing no-such-log; echo "exit $?" >&2
