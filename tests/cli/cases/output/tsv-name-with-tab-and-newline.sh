name=$'a\tb\nc\rd'
make-log --scenario steady > "$name"
ssdetect --output tsv "$name" $'no\tsuch\nfile' 2> /dev/null > out
wc -l < out
awk -F '\t' '{ print NF, $1 }' out
