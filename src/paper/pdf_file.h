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
    /// Reserves an object's number, which is written later.
    int reserve();
    /// Writes an object: what stands between `obj` and `endobj`.
    void write(int number, std::string_view content);
    int add(std::string_view content);
    /// A stream, packed; `entries`: of its dictionary beside length and filter.
    int addStream(std::string_view entries, std::string_view bytes);
    /// The same of bytes that are packed already; `entries` names the filter.
    int addPacked(std::string_view entries, std::string_view bytes);
    /// The file. Its identifier is a hash of what is in it: the same content is the same file.
    std::string file(int catalog, int info) const;

private:
    std::vector<std::string> objects_;
};

/// "12 0 R".
std::string reference(int object);
/// At most three decimals, never with an exponent.
std::string pdfNumber(float value);
/// Text as UTF-16 in angle brackets, with its mark: readers take it for any text.
std::string pdfText(std::string_view utf8);
/// A character as UTF-16 in hexadecimal.
std::string utf16Hex(char32_t c);
std::string hex16(int value);
/// FNV-1a (64 bits).
std::uint64_t hashOf(std::string_view bytes);

}  // namespace hw::paper
