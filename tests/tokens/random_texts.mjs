// Random texts on which tokenizers are likely to differ, the same for the same seed.

const rareScripts = [
  [0x0300, 0x036f], [0x0370, 0x03ff], [0x0400, 0x052f], [0x0530, 0x058f], [0x0590, 0x05ff], [0x0600, 0x06ff],
  [0x0700, 0x08ff], [0x0900, 0x0dff], [0x0e00, 0x0fff], [0x1000, 0x109f], [0x10a0, 0x10ff], [0x1100, 0x11ff],
  [0x1200, 0x139f], [0x13a0, 0x13ff], [0x1780, 0x17ff], [0x1ab0, 0x1aff], [0x1c80, 0x1cff], [0x1d00, 0x1fff],
  [0x2000, 0x206f], [0x20d0, 0x20ff], [0x2100, 0x218f], [0x2460, 0x24ff], [0x2c00, 0x2dff], [0x2e80, 0x303f],
  [0x3099, 0x309f], [0xa640, 0xa7ff], [0xa8e0, 0xabff], [0xd7b0, 0xd7ff], [0xf900, 0xfaff], [0xfb00, 0xfe2f],
  [0xfe70, 0xffef], [0x10330, 0x1034f], [0x10400, 0x104ff], [0x10d00, 0x10d8f], [0x11000, 0x1107f],
  [0x16f00, 0x16fff], [0x1d165, 0x1d16f], [0x1d400, 0x1d7ff], [0x1e000, 0x1e95f], [0x1f100, 0x1f2ff],
];
const words = "the of and to in is that for it was on are as with his they at be this from have or by one had not but "
  .concat("what all were when we there can an your which their said if do will each about how up out them then she ")
  .concat("many some so these would other into has more her two like him see time could no make than first been ")
  .concat("function return const vector std int main include import self def class public void string HTTPServer ")
  .concat("getElementById XMLHttpRequest naïve café Straße ÉCOLE ŒUVRE don't I'm we're YOU'VE It's he'd THEY'LL").split(" ");
const code = ["{", "}", "();", " = ", " == ", "->", "::", "//", "/*", "*/", "#include <", ">\n", "\t", "    ", "\n\n", "&&", "||",
  "<<", "!=", "`${x}`", '"', "'", "\\n", "\\u00e9", "[0]", "0xFF", "1e-9", "a_b", "$", "@", "https://", "%d", "...", "/\n", ";\r\n"];
const contractions = ["'s", "'S", "'t", "'T", "'re", "'RE", "'Re", "'ve", "'VE", "'m", "'M", "'ll", "'LL", "'lL", "'d", "'D", "'ſ", "’s", "'x", "'r"];
const spaces = [" ", "  ", "   ", "\n", "\n\n", "\r\n", "\r", "\t", " \n", "\n ", "\u00a0", "\u3000", "\u2028", "\u0085", "\u000b", "\u200b", "\ufeff"];
const emoji = ["😀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️", "1️⃣", "👍🏿", "🀄", "ℹ️", "🫠"];
const marks = ["\u0301", "\u0327", "\u20dd", "\u0323\u0307", "\u0307\u0323", "\u093f", "\u094d", "\u0e31", "\u3099", "\u064b", "\ufe0f", "\u11a8", "\u1161"];

export class Random {
  constructor(seed) { this.state = seed >>> 0 || 1; }
  next() {  // xorshift32
    this.state ^= this.state << 13; this.state >>>= 0;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5; this.state >>>= 0;
    return this.state;
  }
  below(n) { return this.next() % n; }
  of(list) { return list[this.below(list.length)]; }
  between(first, last) { return first + this.below(last - first + 1); }
}

const repeat = (random, most, make) => Array.from({ length: random.between(1, most) }, make).join("");
const character = (random, ranges) => String.fromCodePoint(random.between(...random.of(ranges)));
const anyCharacter = (random) => {
  const c = random.below(4) ? random.below(0x3000) : random.below(0x32000);
  return c >= 0xd800 && c <= 0xdfff ? "\u0378" : String.fromCodePoint(c);
};

function fragment(random, added) {
  switch (random.below(16)) {
    case 0: case 1: case 2: return (random.below(3) ? " " : "") + random.of(words);
    case 3: return random.of(code);
    case 4: return random.of(contractions);
    case 5: return repeat(random, 7, () => String(random.below(10)));
    case 6: return repeat(random, 4, () => random.of(spaces));
    case 7: return repeat(random, 6, () => character(random, [[0x4e00, 0x9fff], [0x4e00, 0x4fff], [0x3040, 0x30ff]]));
    case 8: return random.of(emoji);
    case 9: return random.of(words) + random.of(marks);
    case 10: return repeat(random, 4, () => character(random, rareScripts));
    case 11: return random.of(added);
    case 12: return random.of(added).slice(0, random.between(1, 9));
    case 13: return repeat(random, 3, () => anyCharacter(random));
    case 14: return repeat(random, 12, () => String.fromCharCode(random.between(32, 126)));
    default: return repeat(random, 5, () => random.of("AaBbÀàǅʰªß中のア'’ \n/-"));
  }
}

// `added`: texts of added tokens to sprinkle in.
export function randomTexts(seed, count, added) {
  const random = new Random(seed);
  const text = () => repeat(random, 24, () => fragment(random, added)).replace(/[\ud800-\udbff](?![\udc00-\udfff])/g, "");
  return Array.from({ length: count }, text);
}

// Every code point of the assigned planes, in places where its class decides the pieces; a few to a text.
export function sweepTexts() {
  const codePoints = [];
  for (const [first, last] of [[0, 0xd7ff], [0xe000, 0x323ff], [0xe0000, 0xe01ff], [0x10fff0, 0x10ffff]]) {
    for (let c = first; c <= last; ++c) codePoints.push(String.fromCodePoint(c));
  }
  const texts = [];
  for (let i = 0; i < codePoints.length; i += 8) {
    texts.push(codePoints.slice(i, i + 8).map((c) => `a${c}b ${c}B1${c}${c}2 !${c}\n${c}'s  ${c} q\u0301${c}q${c}\u0316`).join("\n"));
  }
  return texts;
}
