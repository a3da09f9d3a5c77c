# Hundreds of runs on several threads: the rows of one thread, in the order of the command line.
make-log --requests 300 > good
make-log --scenario no-tokens --requests 60 > uncounted
echo no log > bad
names=()
for i in $(seq 240); do
  case $((i % 60)) in 7) kind=uncounted;; 8) kind=bad;; *) kind=good;; esac
  ln $kind run-$i; names+=(run-$i)
done
ssdetect --output tsv --jobs 1 "${names[@]}" > one 2> one.err; echo $?
ssdetect --output tsv --jobs 7 "${names[@]}" > many 2> many.err; echo $?
cmp one many && cmp one.err many.err && echo same
tail -n +2 many | cut -f1 | cmp - <(printf '%s\n' "${names[@]}") && echo 'in order'
wc -l < many
tail -n 1 many.err
ssdetect --quiet --jobs 3 run-1 run-2 | cut -d: -f1,2
