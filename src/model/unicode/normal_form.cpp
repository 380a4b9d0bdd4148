// SPDX-License-Identifier: MIT
#include "model/unicode/normal_form.h"

#include <algorithm>
#include <map>
#include <string>

#include "model/unicode/tables.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

constexpr char32_t formPageSize = 256;
constexpr std::size_t formPageCount = 0x110000 / formPageSize;

// Hangul syllables are computed (Unicode, section 3.12).
constexpr char32_t hangulFirst = 0xAC00;
constexpr char32_t hangulCount = 11172;
constexpr char32_t leadFirst = 0x1100;
constexpr char32_t vowelFirst = 0x1161;
constexpr char32_t tailFirst = 0x11A7;
constexpr char32_t leadCount = 19;
constexpr char32_t vowelCount = 21;
constexpr char32_t tailCount = 28;

struct Decomposition {
    std::uint32_t first = 0;  ///< in letters_
    std::uint16_t count = 0;
};
struct Entry {
    Decomposition canonical;
    Decomposition compatible;  ///< the same as the canonical one if its length is 0
    std::uint8_t combining = 0;
};
struct Pair {
    char32_t first;
    char32_t second;
    char32_t composed;
    auto key() const { return std::pair(first, second); }
};

class FormTable {
public:
    FormTable() {
        entries_.emplace_back();
        readDecompositions();
        readClasses();
        std::ranges::sort(pairs_, {}, &Pair::key);
    }
    const Entry& operator[](char32_t c) const {
        const std::uint16_t page = pages_[c / formPageSize];
        return entries_[page == 0 ? 0 : cells_[(page - 1) * formPageSize + c % formPageSize]];
    }
    const char32_t* letters(const Decomposition& which) const {
        return letters_.data() + which.first;
    }
    /// The primary composite of two; 0 if there is none.
    char32_t compose(char32_t a, char32_t b) const {
        if (b < 0x300) return 0;  // nothing below combines
        if (a - leadFirst < leadCount && b - vowelFirst < vowelCount)
            return hangulFirst + ((a - leadFirst) * vowelCount + (b - vowelFirst)) * tailCount;
        if (a - hangulFirst < hangulCount && (a - hangulFirst) % tailCount == 0 && b > tailFirst &&
            b - tailFirst < tailCount)
            return a + (b - tailFirst);
        const auto pair = std::ranges::lower_bound(pairs_, std::pair(a, b), {}, &Pair::key);
        return pair != pairs_.end() && pair->first == a && pair->second == b ? pair->composed : 0;
    }

private:
    Entry& entry(char32_t c) {
        std::uint16_t& page = pages_[c / formPageSize];
        if (page == 0) {
            cells_.resize(cells_.size() + formPageSize);
            page = static_cast<std::uint16_t>(cells_.size() / formPageSize);
        }
        std::uint16_t& cell = cells_[(page - 1) * formPageSize + c % formPageSize];
        if (cell == 0) {
            cell = static_cast<std::uint16_t>(entries_.size());
            entries_.emplace_back();
        }
        return entries_[cell];
    }
    struct Row {
        char32_t of = 0;
        Decomposition letters;
        bool isCompatible = false;
        bool isComposed = false;
    };
    /// Fills letters_. The table is stored by columns (tools/lib/unicode_tables.py).
    std::vector<Row> readRows() {
        TableReader table(decompositionData, decompositionDataSize);
        std::vector<Row> rows(table.number());
        char32_t of = 0;
        for (Row& row : rows) row.of = of += table.number();
        std::uint32_t all = 0;
        std::uint32_t longest = 0;
        for (Row& row : rows) {
            const std::uint32_t number = table.number();
            const std::uint32_t count = number % 32;
            row.isCompatible = (number & 64) != 0;
            row.isComposed = (number & 32) != 0;
            row.letters = {all, static_cast<std::uint16_t>(count)};
            all += count;
            longest = std::max(longest, count);
        }
        letters_.resize(all);
        for (std::uint32_t place = 0; place < longest; ++place) {
            std::int32_t letter = 0;
            for (const Row& row : rows) {
                if (place >= row.letters.count) continue;
                letter += table.difference();
                letters_[row.letters.first + place] = static_cast<char32_t>(letter);
            }
        }
        return rows;
    }
    void readDecompositions() {
        struct Composed {
            std::u32string parts;
            char32_t whole;
        };
        std::vector<Composed> composed;
        for (const Row& row : readRows()) {
            (row.isCompatible ? entry(row.of).compatible : entry(row.of).canonical) = row.letters;
            if (!row.isComposed) continue;
            const char32_t* first = letters(row.letters);
            composed.push_back({{first, first + row.letters.count}, row.of});
        }
        // The pair of a composite is the composition of all its parts except the last, and the last.
        std::ranges::stable_sort(composed, {}, [](const Composed& of) { return of.parts.size(); });
        std::map<std::u32string, char32_t> whole;
        for (const Composed& of : composed) {
            const std::u32string rest = of.parts.substr(0, of.parts.size() - 1);
            const auto found = whole.find(rest);
            pairs_.push_back(
                {found == whole.end() ? rest[0] : found->second, of.parts.back(), of.whole});
            whole.emplace(of.parts, of.whole);
        }
    }
    void readClasses() {
        TableReader table(classData, classDataSize);
        char32_t c = 0;
        while (!table.done()) {
            c += table.number();
            const char32_t end = c + table.number();
            const auto combining = static_cast<std::uint8_t>(table.number());
            for (; c < end; ++c) entry(c).combining = combining;
        }
    }

    std::vector<Entry> entries_;
    std::vector<std::uint16_t> cells_;
    std::vector<char32_t> letters_;
    std::vector<Pair> pairs_;
    std::uint16_t pages_[formPageCount] = {};
};

const FormTable& formTable() {
    static const FormTable table;
    return table;
}

struct Part {
    Change change;
    std::uint8_t combining;
};

/// Decomposes, and sorts marks by their class. Marks keep their change when they move, as in the library.
std::vector<Part> decompose(std::string_view text, bool compatible) {
    const FormTable& table = formTable();
    std::vector<Part> parts;
    parts.reserve(text.size());
    std::size_t sorted = 0;
    const auto sortMarks = [&] {
        if (parts.size() - sorted > 1)
            std::stable_sort(
                parts.begin() + static_cast<std::ptrdiff_t>(sorted), parts.end(),
                [](const Part& a, const Part& b) { return a.combining < b.combining; });
        sorted = parts.size();
    };
    const auto push = [&](char32_t c, bool first) {
        const std::uint8_t combining = table[c].combining;
        if (combining == 0) sortMarks();
        parts.push_back({{c, first ? 0 : 1}, combining});
    };
    forEachLetter(text, [&](char32_t c, std::size_t, std::size_t) {
        if (c < 128) {
            sortMarks();
            parts.push_back({{c, 0}, 0});
            return;
        }
        if (c - hangulFirst < hangulCount) {
            const char32_t index = c - hangulFirst;
            push(leadFirst + index / (vowelCount * tailCount), true);
            push(vowelFirst + index % (vowelCount * tailCount) / tailCount, false);
            if (index % tailCount != 0) push(tailFirst + index % tailCount, false);
            return;
        }
        const Entry& entry = table[c];
        const Decomposition& which =
            compatible && entry.compatible.count > 0 ? entry.compatible : entry.canonical;
        if (which.count == 0) {
            push(c, true);
            return;
        }
        const char32_t* letters = table.letters(which);
        for (int i = 0; i < which.count; ++i) push(letters[i], i == 0);
    });
    sortMarks();
    return parts;
}

void compose(const std::vector<Part>& parts, std::vector<Change>& out) {
    const FormTable& table = formTable();
    std::size_t starter = 0;  // index in out, plus one
    // Class of the last mark after the starter that was not composed; -1 for none.
    int last = -1;
    for (const Part& part : parts) {
        const int combining = part.combining;
        if (starter > 0 && (last < 0 || last < combining)) {
            Change& of = out[starter - 1];
            if (const char32_t whole = table.compose(of.letter, part.change.letter)) {
                of = {whole, of.change + part.change.change - 1};
                continue;
            }
        }
        out.push_back(part.change);
        if (combining == 0) {
            starter = out.size();
            last = -1;
        } else if (starter > 0) {
            last = combining;
        }
    }
}

}  // namespace

bool isNormal(std::string_view text, NormalForm form) {
    if (form != NormalForm::nfc) return isAscii(text);
    // Below U+0300 (0xCC in UTF-8) no decomposition remains, and nothing combines with the character before it.
    return std::ranges::all_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0xCC;
    });
}

void normalise(std::string_view text, NormalForm form, std::vector<Change>& out) {
    const bool compatible = form == NormalForm::nfkc || form == NormalForm::nfkd;
    const std::vector<Part> parts = decompose(text, compatible);
    if (form == NormalForm::nfc || form == NormalForm::nfkc) {
        compose(parts, out);
        return;
    }
    for (const Part& part : parts) out.push_back(part.change);
}

}  // namespace hw::model
