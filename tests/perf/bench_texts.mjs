// Text for the benchmark: English answers with code in them, the same on every run. `texts` of them, some 4 kB each.
import { Random } from "../tokens/random_texts.mjs";

const common = ("the of and to a in is that for it as with was on be by this are or from at which an have not can if will one "
  + "their has more when each other time all about there how we out up so some into than then only over also number value "
  + "result function list model user data code string return example note first second because should would could between "
  + "answer problem equation therefore however simply approach solution following given using based different several").split(" ");
const syllables = ("con ter ing re de per tion al ment pro com in ex ver sta man tri gen lo si ra ne di mo ca pe ti la no su ba "
  + "ri ve po li en tra der cu for mi ta son ber ki").split(" ");
const types = ["int", "auto", "double", "std::string", "const std::vector<int>&", "bool", "size_t"];

// A vocabulary of 20,000 words in which, as in English, the n-th is about n times as rare as the first.
function makeWords(random) {
  const words = [...common];
  while (words.length < 20000) {
    words.push(Array.from({ length: random.between(1, 4) }, () => random.of(syllables)).join(""));
  }
  return words;
}

const zipf = (random, words) => words[Math.floor(words.length ** (random.below(1e6) / 1e6)) - 1];
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const identifier = (random, words) => zipf(random, words) + (random.below(2) ? "_" : "") + capital(zipf(random, words));

function sentence(random, words) {
  const parts = Array.from({ length: random.between(5, 20) }, () => zipf(random, words) + (random.below(12) ? "" : ","));
  if (!random.below(8)) parts.push(String(random.below(3000)));
  if (!random.below(10)) parts.push("“" + zipf(random, words) + "”");
  if (!random.below(8)) parts.push("isn't");
  return capital(parts.join(" ")) + random.of([".", ".", ".", "?", ":", " —"]);
}

function codeLine(random, words, depth) {
  const name = () => identifier(random, words);
  const line = random.of([
    () => `${random.of(types)} ${name()} = ${name()}(${name()}, ${random.below(100)});`,
    () => `if (${name()}.size() > ${random.below(10)} && !${name()}) {`,
    () => `for (size_t i = 0; i < ${name()}.size(); ++i) ${name()}[i] += ${name()};`,
    () => `return ${name()}->${name()}("${zipf(random, words)}: %d\\n");`,
    () => `// ${sentence(random, words)}`,
    () => "}",
  ])();
  return "    ".repeat(depth) + line;
}

function answer(random, words) {
  const parts = [];
  for (let i = 0; i < 6; ++i) {
    parts.push(Array.from({ length: random.between(3, 7) }, () => sentence(random, words)).join(" "));
    if (i % 2) continue;
    parts.push("```cpp\n" + Array.from({ length: random.between(5, 12) }, () => codeLine(random, words, random.below(4))).join("\n") + "\n```");
  }
  return parts.join("\n\n");
}

export function benchTexts(texts) {
  const random = new Random(42);
  const words = makeWords(random);
  return Array.from({ length: texts }, () => answer(random, words));
}
