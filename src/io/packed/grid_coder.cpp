// SPDX-License-Identifier: MIT
#include "io/packed/grid_coder.h"

#include <algorithm>
#include <array>
#include <bit>

namespace hw::io {

namespace {

constexpr unsigned lengthMixer = 16;  ///< and the 23 after it
constexpr unsigned digitMixer = 40;   ///< and the 31 after it
constexpr std::uint32_t unknown = 63;

/// 0, 1, 2, 3, then two classes for each doubling.
std::uint32_t classOf(std::uint32_t value) {
    if (value < 4) return value;
    const auto length = static_cast<std::uint32_t>(std::bit_width(value));
    return 2 * length - 2 + (value >> (length - 2) & 1U);
}

std::uint32_t size(std::int32_t part) {
    return part == Grid::gap ? 0 : static_cast<std::uint32_t>(part < 0 ? -part : part);
}

class GridCoder {
public:
    GridCoder(FieldCoder& fields, Grid& grid) : fields_(fields), bits_(fields.bits()), grid_(grid) {
        const std::size_t columns = grid.keys;
        matrix_ = std::size_t{1} * grid.queries * columns;
        columnSums_.resize(columns);
        headSums_.resize(matrix_);
    }

    void run() {
        for (layer_ = 0; layer_ < grid_.layers; ++layer_) {
            std::ranges::fill(headSums_, 0U);
            for (head_ = 0; head_ < grid_.heads; ++head_) {
                std::ranges::fill(columnSums_, 0U);
                for (query_ = 0; query_ < grid_.queries; ++query_) {
                    if (!fields_.good()) return;
                    row();
                }
            }
        }
    }

private:
    std::int32_t& part(int key) { return grid_.parts[start_ + key]; }
    bool isGap(int key) { return grid_.gaps && part(key) == Grid::gap; }

    void row() {
        start_ = (std::size_t{1} * layer_ * grid_.heads + head_) * matrix_ +
                 std::size_t{1} * query_ * grid_.keys;
        const int end = grid_.causal ? query_ + 1 : grid_.keys;
        int last = end - 1;
        if (grid_.gaps) last = codeGaps(end);
        if (last < 0) return;
        std::uint32_t left = codeTotal(end);
        for (int key = 0; key < end; ++key) {
            if (isGap(key)) continue;
            if (left == 0) {
                if (fields_.reads()) part(key) = 0;
                continue;
            }
            const std::uint32_t value = key == last ? left : amount(key, last, left);
            left -= value;
            bool minus = false;
            if (grid_.negative && value > 0) minus = fields_.flag(part(key) < 0, Field::sign);
            if (fields_.reads())
                part(key) =
                    minus ? -static_cast<std::int32_t>(value) : static_cast<std::int32_t>(value);
            columnSums_[key] += value;
            headSums_[at(key)] += value;
        }
    }

    /// The last key that is not a gap, or -1.
    int codeGaps(int end) {
        int last = -1;
        for (int key = 0; key < end; ++key) {
            const std::uint32_t before = key > 0 && part(key - 1) == Grid::gap ? 1 : 0;
            const bool above = query_ > 0 && above_(key) == Grid::gap;
            const std::uint32_t contexts[] = {0xD000'0000U + before + (above ? 2U : 0U)};
            const bool gap = bits_.bit(part(key) == Grid::gap, contexts, lengthMixer);
            if (fields_.reads()) part(key) = gap ? Grid::gap : 0;
            if (!gap) last = key;
        }
        return last;
    }

    std::int32_t above_(int key) { return grid_.parts[start_ + key - grid_.keys]; }

    std::uint32_t codeTotal(int end) {
        std::uint32_t sum = 0;
        for (int key = 0; key < end; ++key) sum += size(part(key));
        const int more = fields_.signedNumber(static_cast<int>(sum) - grid_.whole, Field::rowTotal);
        if (more < -grid_.whole || more > 64 * mostParts) {
            fields_.fail();
            return 0;
        }
        return static_cast<std::uint32_t>(grid_.whole + more);
    }

    std::size_t at(int key) const { return std::size_t{1} * query_ * grid_.keys + key; }

    /// One weight in [0, left].
    std::uint32_t amount(int key, int last, std::uint32_t left) {
        look(key, last, left);
        const std::uint32_t value = size(part(key));
        const auto most = static_cast<unsigned>(std::bit_width(left));
        const auto width = static_cast<unsigned>(std::bit_width(value));
        unsigned length = 0;
        while (length < most && decide(width > length, length, lengthMixer + std::min(length, 23U),
                                       BitCoder::maxContexts))
            ++length;
        if (length < 2) return length;
        std::uint32_t read = 1;
        for (unsigned place = length - 1; place-- > 0;) {
            const std::uint32_t high = (read << 1 | 1U) << place;
            if (high > left) {
                read <<= 1;
                continue;
            }
            const unsigned known = length - 2 - place;
            const std::uint32_t node =
                known < 2 ? 24 + 4 * std::min(length, 24U) + (known == 0 ? 0 : 2 + (read & 1U))
                          : 128 + place;
            const bool bit = decide((value >> place & 1U) != 0, node,
                                    digitMixer + std::min(node - 24, 31U), known < 2 ? 3 : 1);
            read = read << 1 | (bit ? 1U : 0U);
        }
        return read;
    }

    bool decide(bool bit, std::uint32_t node, unsigned mixer, std::size_t count) {
        std::array<std::uint32_t, BitCoder::maxContexts> contexts;
        for (std::size_t i = 0; i < count; ++i) contexts[i] = contexts_[i] + (node << 24);
        return bits_.bit(bit, std::span(contexts).first(count), mixer);
    }

    /// Collects the context of a weight before coding it, from its neighbours, and the rest of the row.
    void look(int key, int last, std::uint32_t left) {
        const std::size_t columns = grid_.keys;
        const std::size_t here = start_ + key;
        const auto other = [&](bool there, std::size_t back) {
            return there ? size(grid_.parts[here - back]) : 0U;
        };
        const bool first = query_ == 0;
        const std::uint32_t before = other(key > 0, 1);
        const std::uint32_t above = other(!first, columns);
        const std::uint32_t aboveLeft = other(!first && key > 0, columns + 1);
        const std::uint32_t below = other(layer_ > 0, matrix_ * grid_.heads);
        const std::uint32_t head = head_ > 0 ? size(grid_.parts[here - matrix_]) : 0U;
        const std::uint32_t column =
            first ? 0 : 4 * columnSums_[key] / static_cast<std::uint32_t>(query_);
        const std::uint32_t heads =
            head_ > 0 ? 4 * headSums_[at(key)] / static_cast<std::uint32_t>(head_) : 0;
        const std::uint32_t share = 4 * left / static_cast<std::uint32_t>(last - key + 1);
        const std::uint32_t off = static_cast<std::uint32_t>(std::clamp(query_ - key, -6, 6) + 6);
        const std::uint32_t cShare = classOf(share);
        const auto context = [](std::uint32_t kind, std::uint32_t a, std::uint32_t b,
                                std::uint32_t c) {
            return kind | (a & 63U) << 3 | (b & 63U) << 9 | (c & 511U) << 15;
        };
        const std::uint32_t cColumn = first ? unknown : classOf(column);
        const std::uint32_t cBelow = layer_ > 0 ? classOf(below) : unknown;
        const std::uint32_t cHeads = head_ > 0 ? classOf(heads) : unknown;
        std::uint32_t sum = 2 * share;
        std::uint32_t shares = 2;
        const auto join = [&](bool there, std::uint32_t value, std::uint32_t times) {
            sum += there ? value * times : 0;
            shares += there ? times : 0;
        };
        join(!first, column, 3);
        join(!first, 4 * above, 1);
        join(!first && key > 0, 4 * aboveLeft, 1);
        join(layer_ > 0, 4 * below, 2);
        join(head_ > 0, heads, 2);
        contexts_ = {
            context(0, classOf(sum / shares), 0, 0),
            context(1, cShare, 0, 0),
            context(2, first ? unknown : classOf(above),
                    first || key == 0 ? unknown : classOf(aboveLeft), 0),
            context(3, cColumn, cShare, 0),
            context(4, cBelow, cHeads, 0),
            context(5, cShare, off, 0),
            context(6, classOf(before), classOf(head), head_ > 0),
            context(7, static_cast<std::uint32_t>(layer_ * 8 + std::min(head_, 7)), off, 0)};
    }

    FieldCoder& fields_;
    BitCoder& bits_;
    Grid& grid_;
    int layer_ = 0;
    int head_ = 0;
    int query_ = 0;
    std::size_t matrix_ = 0;
    std::size_t start_ = 0;
    std::vector<std::uint32_t> columnSums_;
    std::vector<std::uint32_t> headSums_;
    std::array<std::uint32_t, BitCoder::maxContexts> contexts_;
};

}  // namespace

void codeShape(FieldCoder& fields, Grid& grid) {
    for (int* const number : {&grid.layers, &grid.heads, &grid.queries, &grid.keys, &grid.whole}) {
        const auto field = number == &grid.whole ? Field::whole : Field::size;
        *number = static_cast<int>(fields.number(static_cast<std::uint32_t>(*number), field) &
                                   0x7FFF'FFFFU);
    }
    for (bool* const flag : {&grid.causal, &grid.negative, &grid.gaps})
        *flag = fields.flag(*flag, Field::flags);
}

void codeParts(FieldCoder& fields, Grid& grid) { GridCoder(fields, grid).run(); }

}  // namespace hw::io
