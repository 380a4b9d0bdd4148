// SPDX-License-Identifier: MIT
#include "model/files/torch/zip_members.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "core/localized_text.h"
#include "io/tree/number_format.h"

namespace hw::model {

namespace {

constexpr std::uint64_t longestDirectory = 32 << 20;
constexpr std::uint64_t endSize = 22;
constexpr std::uint64_t longestEnd = 66'000;  // including its comment and the end of a zip64
constexpr std::uint64_t headerSize = 30;
constexpr std::uint64_t entrySize = 46;
constexpr std::uint32_t headerMark = 0x0403'4b50;
constexpr std::uint32_t entryMark = 0x0201'4b50;
constexpr std::uint32_t endMark = 0x0605'4b50;
constexpr std::uint32_t wideEndMark = 0x0606'4b50;
constexpr std::uint32_t wideLocatorMark = 0x0706'4b50;
constexpr std::uint32_t elsewhere = 0xffff'ffff;  // the number is in the zip64 field

template <class Number>
Number numberAt(std::string_view bytes, std::size_t at) {
    Number value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

Problem damaged(const std::string& name, std::string finding) {
    return {Code::syntax, name, std::move(finding), "Copy or download the file again."_tr,
            std::nullopt};
}

Result<std::string> textOf(ByteSource& source, std::uint64_t offset, std::uint64_t size,
                           const std::string& name) {
    std::string text(static_cast<std::size_t>(size), '\0');
    auto fine = readRange(source, offset, std::as_writable_bytes(std::span(text)), name);
    return fine ? Result<std::string>(std::move(text)) : std::unexpected(fine.error());
}

struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

Result<Directory> findDirectory(ByteSource& source, const std::string& name) {
    const std::uint64_t length = std::min(source.size(), longestEnd);
    const std::uint64_t first = source.size() - length;
    const auto tail = textOf(source, first, length, name);
    if (!tail) return std::unexpected(tail.error());
    for (std::uint64_t back = endSize; back <= length; ++back) {
        const auto at = static_cast<std::size_t>(length - back);
        if (numberAt<std::uint32_t>(*tail, at) != endMark) continue;
        const Directory found{numberAt<std::uint32_t>(*tail, at + 16),
                              numberAt<std::uint32_t>(*tail, at + 12)};
        constexpr std::size_t locator = 20;
        if (at < locator || numberAt<std::uint32_t>(*tail, at - locator) != wideLocatorMark) {
            return found;
        }
        const auto wide =
            textOf(source, numberAt<std::uint64_t>(*tail, at - locator + 8), 56, name);
        if (!wide) return std::unexpected(wide.error());
        if (numberAt<std::uint32_t>(*wide, 0) != wideEndMark) break;
        return Directory{numberAt<std::uint64_t>(*wide, 48), numberAt<std::uint64_t>(*wide, 40)};
    }
    return std::unexpected(Problem{Code::truncated, name,
                                   "This file has no directory at its end."_tr,
                                   "Copy or download the file again."_tr, std::nullopt});
}

/// Reads the sizes and the place from a zip64 field if they do not fit 32 bits.
void readWide(std::string_view extra, std::uint64_t& unpacked, std::uint64_t& packed,
              std::uint64_t& header) {
    for (std::size_t at = 0; at + 4 <= extra.size();) {
        const auto kind = numberAt<std::uint16_t>(extra, at);
        const std::size_t end = at + 4 + numberAt<std::uint16_t>(extra, at + 2);
        std::size_t field = at + 4;
        for (std::uint64_t* const value : {&unpacked, &packed, &header}) {
            if (kind != 1 || *value != elsewhere || field + 8 > std::min(end, extra.size())) {
                continue;
            }
            *value = numberAt<std::uint64_t>(extra, field);
            field += 8;
        }
        at = end;
    }
}

/// Reads the entry at `at`, and moves `at` after it.
Result<ZipMember> readEntry(std::string_view text, std::size_t& at, const std::string& name) {
    const auto broken = [&] {
        return std::unexpected(damaged(name, "This file’s directory is damaged."_tr));
    };
    if (at + entrySize > text.size() || numberAt<std::uint32_t>(text, at) != entryMark) {
        return broken();
    }
    const std::size_t nameLength = numberAt<std::uint16_t>(text, at + 28);
    const std::size_t extraLength = numberAt<std::uint16_t>(text, at + 30);
    const std::size_t end =
        at + entrySize + nameLength + extraLength + numberAt<std::uint16_t>(text, at + 32);
    if (end > text.size()) return broken();
    ZipMember member;
    member.name = text.substr(at + entrySize, nameLength);
    member.crc = numberAt<std::uint32_t>(text, at + 16);
    std::uint64_t packed = numberAt<std::uint32_t>(text, at + 20);
    member.size = numberAt<std::uint32_t>(text, at + 24);
    member.header = numberAt<std::uint32_t>(text, at + 42);
    readWide(text.substr(at + entrySize + nameLength, extraLength), member.size, packed,
             member.header);
    const bool isEncrypted = (numberAt<std::uint16_t>(text, at + 8) & 1) != 0;
    if (isEncrypted || numberAt<std::uint16_t>(text, at + 10) != 0 || packed != member.size) {
        return std::unexpected(Problem{
            Code::notRecognised, name + ", " + io::excerpt(member.name, 80),
            "This part is compressed or encrypted, unlike in PyTorch."_tr,
            "Save the tensors with torch.save(model.state_dict(), \"pytorch_model.bin\")."_tr,
            std::nullopt});
    }
    at = end;
    return member;
}

}  // namespace

Result<std::vector<ZipMember>> readZipMembers(ByteSource& source, const std::string& name) {
    const auto directory = findDirectory(source, name);
    if (!directory) return std::unexpected(directory.error());
    if (directory->size > longestDirectory) {
        return std::unexpected(damaged(name, "This file’s directory is too long."_tr));
    }
    const auto text = textOf(source, directory->offset, directory->size, name);
    if (!text) return std::unexpected(text.error());
    std::vector<ZipMember> members;
    for (std::size_t at = 0; at < text->size();) {
        auto member = readEntry(*text, at, name);
        if (!member) return std::unexpected(member.error());
        members.push_back(std::move(*member));
    }
    std::ranges::sort(members, {}, &ZipMember::header);
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < members.size(); ++i) {
        ZipMember& member = members[i];
        member.end = i + 1 < members.size() ? members[i + 1].header : directory->offset;
        const std::uint64_t least = headerSize + member.name.size();
        const bool fits = member.header <= member.end && member.end - member.header >= least &&
                          member.end - member.header - least >= member.size;
        if (!fits) {
            return std::unexpected(damaged(name, formatText("The part {} overlaps another."_tr,
                                                            {io::excerpt(member.name, 80)})));
        }
        if (!names.insert(member.name).second) {
            return std::unexpected(damaged(name, formatText("Two parts have the name {}."_tr,
                                                            {io::excerpt(member.name, 80)})));
        }
    }
    return members;
}

Result<std::uint64_t> contentOf(ByteSource& source, std::uint64_t header, std::uint64_t size,
                                std::uint64_t end, const std::string& name) {
    const auto text = textOf(source, header, headerSize, name);
    if (!text) return std::unexpected(text.error());
    const std::uint64_t begin = header + headerSize + numberAt<std::uint16_t>(*text, 26) +
                                numberAt<std::uint16_t>(*text, 28);
    // A header that was written before the content has no size. A zip64 has it elsewhere.
    const bool hasSize = (numberAt<std::uint16_t>(*text, 6) & 8) == 0;
    const auto own = numberAt<std::uint32_t>(*text, 22);
    const bool isOther = hasSize && own != elsewhere && own != size;
    if (numberAt<std::uint32_t>(*text, 0) != headerMark || begin > end || size > end - begin ||
        isOther) {
        return std::unexpected(damaged(name, "A part is not where the directory lists it."_tr));
    }
    return begin;
}

}  // namespace hw::model
