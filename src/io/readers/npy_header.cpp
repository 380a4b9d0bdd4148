// SPDX-License-Identifier: MIT
#include "io/readers/npy_header.h"

#include <algorithm>

#include "io/tree/number_format.h"

namespace hw::io {

namespace {

// The value of a key in the header's Python dictionary, up to its comma or brace.
std::string_view entry(std::string_view header, std::string_view key) {
    std::size_t at = header.find(key);
    if (at == std::string_view::npos) return {};
    at = header.find(':', at + key.size());
    if (at == std::string_view::npos) return {};
    ++at;
    while (at < header.size() && header[at] == ' ') ++at;
    return header.substr(at);
}

// The texts between quotes, all of a list [...], else the first.
std::vector<std::string> quotedIn(std::string_view text, bool list) {
    if (list) text = text.substr(0, text.find(']'));
    std::vector<std::string> found;
    while (list || found.empty()) {
        const std::size_t begin = text.find('\'');
        const std::size_t end = begin < text.size() ? text.find('\'', begin + 1) : text.npos;
        if (end == text.npos) break;
        found.emplace_back(text.substr(begin + 1, end - begin - 1));
        text.remove_prefix(end + 1);
    }
    return found;
}

bool readShape(std::string_view text, Shape& shape) {
    while (!text.empty() && text[0] != ')') {
        if (text[0] < '0' || text[0] > '9') {
            text.remove_prefix(1);
            continue;
        }
        std::uint64_t size = 0;
        while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
            size = std::min<std::uint64_t>(size * 10 + static_cast<std::uint64_t>(text[0] - '0'),
                                           1ULL << 40);
            text.remove_prefix(1);
        }
        if (shape.rank == Shape::maxRank || size > 0x7FFF'FFFFU) return false;
        shape.sizes[shape.rank++] = static_cast<std::uint32_t>(size);
    }
    return true;
}

}  // namespace

std::optional<ElementType> smallTypeNamed(std::string_view name) {
    using Coding = ElementType::Coding;
    if (name == "bfloat16" || name == "V2") return ElementType{Coding::bfloat, 2, false, nullptr};
    const Float8* const format = float8Named(name == "f1" ? "float8_e5m2" : name);
    if (format == nullptr && name != "V1") return std::nullopt;
    return ElementType{Coding::float8, 1, false, format};
}

Result<NpyHeader> readNpyHeader(std::string_view header) {
    const std::string_view descr = entry(header, "'descr'");
    const std::string_view order = entry(header, "'fortran_order'");
    const std::string_view shape = entry(header, "'shape'");
    NpyHeader read;
    read.isRecord = descr.starts_with('[');
    read.types = quotedIn(descr, read.isRecord);
    read.columnsFirst = order.starts_with("True");
    if (descr.size() < 2 || order.empty() || !shape.starts_with('(') || read.types.empty()) {
        return std::unexpected(Problem{Code::syntax, "", "The array’s header is invalid."_tr,
                                       "Save it with numpy.save."_tr, std::nullopt});
    }
    if (!readShape(shape.substr(1), read.shape)) {
        return std::unexpected(
            Problem{Code::badShape, "", "The array’s sizes can’t be attention."_tr,
                    "Save an array of layers, heads, rows and columns."_tr, std::nullopt});
    }
    return read;
}

}  // namespace hw::io
