// SPDX-License-Identifier: MIT
#include "paper/pdf_file.h"

#include <cmath>
#include <cstdint>
#include <cstdio>

#include "core/tokens/utf8_text.h"
#include "paper/deflate.h"

namespace hw::paper {

int PdfFile::reserve() {
    objects_.emplace_back();
    return static_cast<int>(objects_.size());
}

void PdfFile::write(int number, std::string_view content) { objects_[number - 1] = content; }

int PdfFile::add(std::string_view content) {
    const int number = reserve();
    write(number, content);
    return number;
}

int PdfFile::addStream(std::string_view entries, std::string_view bytes) {
    return addPacked(std::string(entries) + " /Filter /FlateDecode", zlibStream(bytes));
}

int PdfFile::addPacked(std::string_view entries, std::string_view bytes) {
    std::string content("<< ");
    content += entries;
    content += " /Length " + std::to_string(bytes.size()) + " >>\nstream\n";
    content += bytes;
    content += "\nendstream";
    return add(content);
}

std::string PdfFile::file(int catalog, int info) const {
    // Bytes above 127 mark the file as binary for programs that copy it.
    std::string out = "%PDF-1.5\n%\xE2\xE3\xCF\xD3\n";
    std::string table;
    for (std::size_t i = 0; i < objects_.size(); ++i) {
        char row[24];
        std::snprintf(row, sizeof row, "%010zu 00000 n \n", out.size());
        table += row;
        out += std::to_string(i + 1) + " 0 obj\n" + objects_[i] + "\nendobj\n";
    }
    char id[40];
    const std::uint64_t hash = hashOf(out);
    std::snprintf(id, sizeof id, "%016llx%016llx", static_cast<unsigned long long>(hash),
                  static_cast<unsigned long long>(~hash));
    const std::size_t at = out.size();
    const std::string size = std::to_string(objects_.size() + 1);
    out += "xref\n0 " + size + "\n0000000000 65535 f \n" + table;
    out += "trailer\n<< /Size " + size + " /Root " + reference(catalog) + " /Info " +
           reference(info) + " /ID [<" + id + "> <" + id + ">] >>\nstartxref\n" +
           std::to_string(at) + "\n%%EOF\n";
    return out;
}

std::string reference(int object) { return std::to_string(object) + " 0 R"; }

std::string pdfNumber(float value) {
    const auto thousandths =
        std::llround(std::isfinite(value) ? static_cast<double>(value) * 1000 : 0.0);
    const long long size = std::llabs(thousandths);
    std::string text = thousandths < 0 ? "-" : "";
    const long long part = size % 1000;
    if (size >= 1000 || part == 0) text += std::to_string(size / 1000);
    if (part == 0) return text;
    std::string digits = std::to_string(1000 + part).substr(1);
    while (digits.back() == '0') digits.pop_back();
    return text + '.' + digits;
}

std::string hex16(int value) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string text;
    for (const int shift : {12, 8, 4, 0}) text += digits[(value >> shift) & 15];
    return text;
}

std::string utf16Hex(char32_t c) {
    const auto code = static_cast<int>(c);
    if (code < 0x10000) return hex16(code);
    return hex16(0xD800 + ((code - 0x10000) >> 10)) + hex16(0xDC00 + ((code - 0x10000) & 0x3FF));
}

std::string pdfText(std::string_view utf8) {
    std::string text = "<FEFF";
    for (std::size_t at = 0; at < utf8.size();) {
        const char32_t c = nextCodePoint(utf8, at);
        text += utf16Hex(c == invalidCodePoint ? U'\uFFFD' : c);
    }
    return text + '>';
}

std::uint64_t hashOf(std::string_view bytes) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

}  // namespace hw::paper
