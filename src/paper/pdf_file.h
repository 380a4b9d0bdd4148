// SPDX-License-Identifier: MIT
// The objects of a PDF file (ISO 32000-1, section 7) and its numbers and strings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hw::paper {

class PdfFile {
public:
    /// Reserves an object number for later.
    int reserve();
    /// Writes an object: the content between `obj` and `endobj`.
    void write(int number, std::string_view content);
    int add(std::string_view content);
    /// Adds a stream, compressed. `entries` are those of its dictionary in addition to length and filter.
    int addStream(std::string_view entries, std::string_view bytes);
    /// The same for compressed bytes. `entries` names the filter.
    int addPacked(std::string_view entries, std::string_view bytes);
    /// The file. Its identifier is a hash of its content, so that the same content gives the same file.
    std::string file(int catalog, int info) const;

private:
    std::vector<std::string> objects_;
};

/// A reference, such as "12 0 R".
std::string reference(int object);
/// At most three decimals, never with an exponent.
std::string pdfNumber(float value);
/// Text as UTF-16 in angle brackets, with its byte order mark, as readers accept it for any text.
std::string pdfText(std::string_view utf8);
/// A character as UTF-16 in hexadecimal.
std::string utf16Hex(char32_t c);
std::string hex16(int value);
/// FNV-1a (64 bits).
std::uint64_t hashOf(std::string_view bytes);

}  // namespace hw::paper
