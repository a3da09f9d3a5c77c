# A tiny rank file: the 256 bytes, then "ab", "abab" and " a". Counted by hand below.
python3 - > tiny.tiktoken <<'PY'
import base64
for rank, token in enumerate([bytes([b]) for b in range(256)] + [b"ab", b"abab", b" a"]):
    print(base64.b64encode(token).decode(), rank)
PY
i=0
sample() {  # PROMPT-DATA OUTPUT-DATA [MORE]: one request a second, one second each
  i=$((i + 1))
  echo '{"event_type":"sample.issued","timestamp_ns":'$i'000000000,"sample_uuid":"u'$i'","data":'"$1"'}'
  echo '{"event_type":"sample.recv_first","timestamp_ns":'$i'100000000,"sample_uuid":"u'$i'","data":null}'
  echo '{"event_type":"sample.complete","timestamp_ns":'$i'900000000,"sample_uuid":"u'$i'","data":'"$2"${3:-}'}'
}
count() {
  { echo '{"event_type":"session.start_performance_tracking","timestamp_ns":0,"sample_uuid":"","data":null}'; sample "$@"
  } | ssdetect --json --tokenizer tiny.tiktoken --tokenizer-pattern cl100k > out.json
  jq -c '[.total.osl.mean, (.total.tpot.mean_ns | if . then 8e8 / . + 0.5 | floor else null end), .total.isl.mean, .run.token_source, ([.warnings[].code] - ["partial_log"])]' out.json
}
prompt='["PromptData","abab a"]'
echo 'OSL, after the first, ISL'
count "$prompt" '["TextModelOutput",["ab","abab"]]'          # 1 + 1
count "$prompt" '["TextModelOutput",["ab","a","b","xyz"]]'   # the rest is joined: "abxyz"
count "$prompt" '["TextModelOutput","ab",["ab","c"]]'        # reasoning, then output: "ab", "c" + "ab"
count "$prompt" '["TextModelOutput","abab a"]'               # not streamed: no TPOT
count '["PromptData","abab a",[1,2,3,4,5]]' '["TextModelOutput",["ab","abab"]]'
count 'null' '["TextModelOutput",["ab","abab"],null,[{"function":{"name":"f","arguments":"ababab"}}]]'
count "$prompt" '["TextModelOutput",["ab","abab"]]' ',"output_tokens":40'
