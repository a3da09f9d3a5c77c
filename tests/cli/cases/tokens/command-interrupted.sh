# What ends ssdetect ends the program that it has started, and all that this one has started.
make-log --scenario demo --requests 600 --output text > log.jsonl
for signal in TERM HUP; do
  rm -f pid
  ssdetect --token-command 'sleep 1000 & echo $! > pid.new; mv pid.new pid; wait' log.jsonl &
  until [ -e pid ]; do sleep 0.01; done
  kill -$signal $!
  { wait $!; code=$?; } 2> status
  echo "exit $code"
  for ((i = 0; i < 100; ++i)); do
    state=$(sed 's/.*) //; s/ .*//' "/proc/$(cat pid)/stat" 2> stat.err) || state=Z
    [ "$state" = Z ] && break
    sleep 0.1
  done
  [ "$state" = Z ] && echo 'nothing is left'
done
