#pragma once
// Texts of other programs in the encodings that learning platforms and spreadsheets write. Whatever is read can be
// written again, byte for byte.

#include <string>
#include <string_view>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

/// windows_1252 also stands for any other table of single bytes: its signs look wrong, but come back as they were.
enum class TextEncoding : u8 { utf8, utf16_little, utf16_big, windows_1252 };

/// By its mark, by where its zero bytes stand, or by what it isn't.
TextEncoding guess_encoding(std::string_view text);
/// As UTF-8; a mark stays in front, as that of UTF-8. The error is the end of a sentence about the text.
Result<std::string> decode_text(std::string_view text, TextEncoding encoding);
/// What decode_text made, as it was before.
std::string encode_text(std::string_view utf8, TextEncoding encoding);

/// The same without the mark, for who only reads it; empty if it is no text.
std::string readable_text(std::string_view text);

}  // namespace mariner
