# A profile kept beside the runs says the same as its options; the command line, coming later, wins over it.
make-log --scenario steady > log.jsonl
printf '# my runs\n\nmin-duration = 60\n--superpass-size 80\n-o json\n' > profile
ssdetect --options profile log.jsonl > by-profile
ssdetect --min-duration 60 --superpass-size 80 -o json log.jsonl | cmp - by-profile && echo the same
ssdetect --options profile --superpass-size 40 log.jsonl | jq -c '[.run.superpass_size, .steady_state.min_duration.floor_s]'
ssdetect --superpass-size 40 --options profile log.jsonl | jq -c '[.run.superpass_size, .steady_state.min_duration.floor_s]'
