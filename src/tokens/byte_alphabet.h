// Which bytes does a token of a tokenizer.json stand for?
//
// The files write tokens in GPT-2's byte alphabet: a printable character for each of the 256 bytes.
#pragma once

#include <string>
#include <string_view>

namespace ssdetect {

// Appends the bytes that `text`, valid UTF-8, stands for; false, and `bytes` is unspecified, when it uses a
// character outside the alphabet.
bool append_alphabet_bytes(std::string_view text, std::string& bytes);

}  // namespace ssdetect
