# Names of files, models, runs and conversations may hold anything; nothing of it speaks to the terminal or breaks a line.
hostile=$'\e[2J\nSTEADY\t\x7f\u009b31m\u202e'
printable() { LC_ALL=C grep -acP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]|\xe2\x81[\xa6-\xa9]' "$1"; wc -l < "$1"; }
dir="run$hostile"
mkdir "$dir"
make-log --requests 300 --output text > "$dir/events.jsonl"
printf 'model_params:\n  name: "org/\\e[31m\\nmodel\\u202e"\nsettings:\n  load_pattern:\n    type: "\\e]0;x\\a"\n' > "$dir/config.yaml"
echo $'{"event_type":"\e[31m\n' >> "$dir/events.jsonl"
for options in '' -q -v '-o tsv'; do
  ssdetect $options "$dir" > out 2> err
  echo "exit $?, controls and lines of '$options':" $(sed 's/\t//g' out > shown; printable shown | sed '2d') $(printable err)
done
ssdetect -q "$dir"
ssdetect -o tsv "$dir" | cut -f 1 | tail -n 1
ssdetect -q "missing$hostile" 2>&1
ssdetect "--tokens=$hostile" 2>&1
ssdetect "--$hostile" 2>&1
printf '%s' '{"experiments":[{"experiment":{"mode":"\u001b[31m\nx\u202e","value":4},"requests":[{"timestamp":1,"response_timestamps":[2000,3000],"response_outputs":[{"response":"{\"choices\":[{\"text\":\"a\"}]}"},{"response":"{\"choices\":[{\"text\":\"b\"}]}"}]}]}]}' > genai-perf.json
ssdetect -q genai-perf.json 2>&1
true
