// SPDX-License-Identifier: MIT
#include "model/unicode/code_points.h"

#include <algorithm>
#include <vector>

#include "model/unicode/tables.h"

namespace hw::model {
namespace {

constexpr char32_t profilePageSize = 256;
constexpr std::size_t profilePageCount = 0x110000 / profilePageSize;

/// Profiles by code point, in pages. Pages with only one profile are shared.
class Profiles {
public:
    Profiles() {
        TableReader table(profileData, profileDataSize);
        names_.resize(table.number());
        for (std::uint32_t& name : names_) name = table.number();
        std::vector<std::uint8_t> all;
        all.reserve(0x110000);
        while (!table.done()) {
            std::uint32_t first = table.number();
            std::uint32_t second = first;
            if (first == 0) {
                first = table.number();
                second = table.number();
            }
            const std::uint32_t length = table.number();
            for (std::uint32_t i = 0; i < length; ++i)
                all.push_back(static_cast<std::uint8_t>((i % 2 == 0 ? first : second) - 1));
        }
        std::vector<int> plain(256, -1);  // the page with only this profile
        for (std::size_t page = 0; page < profilePageCount; ++page) {
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(page * profilePageSize);
            const bool uniform =
                std::all_of(begin, begin + profilePageSize,
                            [&](std::uint8_t profile) { return profile == *begin; });
            if (uniform && plain[*begin] >= 0) {
                pages_[page] = static_cast<std::uint16_t>(plain[*begin]);
                continue;
            }
            pages_[page] = static_cast<std::uint16_t>(cells_.size() / profilePageSize);
            if (uniform) plain[*begin] = pages_[page];
            cells_.insert(cells_.end(), begin, begin + profilePageSize);
        }
    }
    CodePoint operator[](char32_t c) const {
        if (c >= 0x110000) return CodePoint(0);
        return CodePoint(
            names_[cells_[pages_[c / profilePageSize] * profilePageSize + c % profilePageSize]]);
    }

private:
    std::vector<std::uint32_t> names_;
    std::vector<std::uint8_t> cells_;
    std::uint16_t pages_[profilePageCount] = {};
};

struct LowercaseRun {
    char32_t first;
    char32_t last;
    char32_t step;
    std::int32_t difference;
};

std::vector<LowercaseRun> readLowercase() {
    std::vector<LowercaseRun> runs;
    TableReader table(lowercaseData, lowercaseDataSize);
    char32_t last = 0;
    while (!table.done()) {
        const std::uint32_t distance = table.number();
        const char32_t step = distance % 2 + 1;
        const char32_t first = last + distance / 2;
        last = first + step * (table.number() - 1);
        runs.push_back({first, last, step, table.difference()});
    }
    return runs;
}

struct ScriptRange {
    char32_t end;
    int script;
};

std::vector<ScriptRange> readScripts() {
    std::vector<ScriptRange> ranges;
    TableReader table(scriptData, scriptDataSize);
    char32_t end = 0;
    while (!table.done()) {
        end += table.number();
        ranges.push_back({end, static_cast<int>(table.number())});
    }
    return ranges;
}

}  // namespace

CodePoint aboutCodePoint(char32_t c) {
    static const Profiles profiles;
    return profiles[c];
}

char32_t smallLetter(char32_t c) {
    if (c < 128) return c >= 'A' && c <= 'Z' ? c + 32 : c;
    if (hasSmallDot(c)) return U'i';
    static const std::vector<LowercaseRun> runs = readLowercase();
    const auto run = std::ranges::lower_bound(runs, c, {}, &LowercaseRun::last);
    if (run == runs.end() || c < run->first || (c - run->first) % run->step != 0) return c;
    return static_cast<char32_t>(static_cast<std::int32_t>(c) + run->difference);
}

int scriptOf(char32_t c) {
    static const std::vector<ScriptRange> ranges = readScripts();
    const auto range = std::ranges::upper_bound(ranges, c, {}, &ScriptRange::end);
    return range == ranges.end() ? 0 : range->script;
}

}  // namespace hw::model
