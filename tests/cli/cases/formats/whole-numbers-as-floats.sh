# A count, a turn or a limit that is written as a float without a fraction is that number; with one it is none. Times of
# an event log are integers only.
turns() { make-log --scenario steady --requests 300 | sed "s/\"turn\": *null/\"turn\":$1/"; }
for turn in 1 1.0 10e-1 null 0 -3; do turns $turn | ssdetect --json | jq -c '[.run.mode, .run.completed, .input.malformed_lines]'; done
turns 2.0 | ssdetect --json | jq -c '[.verdict, .run.mode, .run.completed, .input.malformed_lines]'
turns 1.5 | ssdetect -q 2>&1
turns '"1"' | ssdetect -q 2>&1
for turn in 2 2.0 1e300 nan inf -1 x; do printf 'start_s,end_s,output_tokens,input_tokens,turn\n1,2,9,%s,%s\n2,3,9,5,1\n' $turn $turn | ssdetect --json - | jq -c '[.verdict, .run.mode, .run.completed, .total.isl.max]'; done
