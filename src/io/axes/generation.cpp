// SPDX-License-Identifier: MIT
#include "io/axes/generation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/tree/number_format.h"

namespace hw::io {

namespace {

// Layers, batch and heads of a step.
std::array<std::uint32_t, 3> outer(const Nest& entry) {
    const Shape& s = entry.shape;
    return s.rank == 5 ? std::array{s[0], s[1], s[2]} : std::array{s[0], 1U, s[1]};
}

bool areAlike(std::span<const Nest> entries) {
    if (entries.size() < 2) return false;
    return std::ranges::all_of(entries, [&](const Nest& one) {
        return one.isBlock() && (one.shape.rank == 4 || one.shape.rank == 5) &&
               one.shape.rank == entries[0].shape.rank && outer(one) == outer(entries[0]) &&
               one.rows() > 0 && one.columns() > 0;
    });
}

// Whether no token attends to a later one.
bool isCausal(std::span<const float> values, std::size_t n) {
    for (std::size_t at = 0; at < values.size(); at += n * n) {
        for (std::size_t row = 0; row < n; ++row) {
            const auto later = values.subspan(at + row * n + row + 1, n - row - 1);
            if (!std::ranges::all_of(later, isNothing)) return false;
        }
    }
    return true;
}

bool agree(std::span<const float> before, std::size_t n, std::span<const float> after) {
    const std::size_t wide = n + 1;
    for (std::size_t matrix = 0; matrix * n * n < before.size(); ++matrix) {
        for (std::size_t row = 0; row < n; ++row) {
            for (std::size_t key = 0; key <= row; ++key) {
                const float a = before[(matrix * n + row) * n + key];
                const float b = after[(matrix * wide + row) * wide + key];
                if (std::fabs(a - b) > 1e-3F) return false;
            }
        }
    }
    return true;
}

Problem unseenKeys(const Nest& entry, std::size_t seen) {
    return problemAt(Code::badShape, entry.place, entry.byte,
                     formatText("This step has {} keys for only {} tokens."_tr,
                                {grouped(entry.columns()), grouped(seen)}),
                     "Save all steps of one generate() call."_tr);
}

/// [layer][step], each a block with one layer. Empty if not every step has one block per layer.
std::vector<std::vector<Nest>> byLayer(std::span<const Nest> entries) {
    const auto layersOf = [](const Nest& step) -> std::size_t {
        if (!step.isBlock()) return step.entries.size();
        return step.shape.rank < 4 ? 0 : step.shape[0];
    };
    std::vector<std::vector<Nest>> layers(entries.empty() ? 0 : layersOf(entries[0]));
    for (const Nest& step : entries) {
        if (layersOf(step) != layers.size()) return {};
        for (std::size_t i = 0; i < layers.size(); ++i) {
            Nest one =
                step.isBlock() ? entryOf(step, static_cast<std::uint32_t>(i)) : step.entries[i];
            if (!one.isBlock()) return {};
            std::string place = one.place;
            const std::uint64_t byte = one.byte;
            layers[i].push_back(together({std::move(one)}, std::move(place), byte));
        }
    }
    return layers;
}

}  // namespace

bool areSteps(std::span<const Nest> entries, bool square) {
    if (!areAlike(entries)) return false;
    const Nest& first = entries[0];
    if (!square) {
        return std::ranges::all_of(
            entries, [&](const Nest& one) { return one.columns() == first.columns(); });
    }
    std::uint64_t seen = first.rows();
    const bool fixed = first.columns() > seen;
    if (first.columns() < seen) return false;
    bool rows = false;  // some step is not square by itself
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const Nest& one = entries[i];
        const std::uint32_t before = entries[i - 1].columns();
        rows = rows || one.rows() != one.columns();
        seen += one.rows();
        // As wide as before, or one wider while it fills, or narrower after a prompt that is longer.
        const bool isWindow = one.columns() == before || one.columns() == before + 1 ||
                              (i == 1 && one.columns() < before);
        const bool sliding = one.columns() < seen && one.rows() <= one.columns() && isWindow;
        if (fixed ? one.columns() != first.columns() : one.columns() != seen && !sliding)
            return false;
    }
    return rows;
}

bool areStepsOfLayers(std::span<const Nest> entries) {
    const std::vector<std::vector<Nest>> layers = byLayer(entries);
    return layers.size() > 1 && std::ranges::all_of(layers, [&](const std::vector<Nest>& one) {
               const auto sameRows = [](const Nest& a, const Nest& b) {
                   return a.rows() == b.rows();
               };
               return areSteps(one, true) && outer(one[0]) == outer(layers[0][0]) &&
                      std::ranges::equal(one, layers[0], sameRows);
           });
}

bool areRepeated(const Tree& tree, std::span<const Nest> entries) {
    if (!areAlike(entries) || !entries[0].isSquare()) return false;
    for (std::size_t i = 1; i < entries.size(); ++i) {
        if (!entries[i].isSquare() || entries[i].rows() != entries[i - 1].rows() + 1) return false;
    }
    std::vector<float> before;
    for (const Nest& one : entries) {
        std::vector<float> values = valuesOf(tree, one);
        if (!isCausal(values, one.rows())) return false;
        if (!before.empty() && !agree(before, one.rows() - 1, values)) return false;
        before = std::move(values);
    }
    return true;
}

bool lackPrompt(std::span<const Nest> entries) {
    if (!areAlike(entries)) return false;
    std::uint32_t columns = entries[0].columns();
    for (const Nest& one : entries) {
        if (one.rows() != 1 || one.columns() != columns++) return false;
    }
    return entries[0].columns() > 1;
}

namespace {

/// Combines steps of one shape. The whole has `times` as many weights.
Result<Weights> joinAlike(const Tree& tree, std::span<const Nest> entries, const std::string& place,
                          bool square, std::uint64_t times) {
    const auto [layers, batch, heads] = outer(entries[0]);
    Weights joined;
    joined.place = place;
    joined.byte = entries[0].byte;
    joined.layers = static_cast<int>(layers);
    joined.batch = static_cast<int>(batch);
    joined.heads = static_cast<int>(heads);
    const std::size_t matrices = std::size_t{layers} * batch * heads;
    std::uint64_t rows = 0;
    std::uint64_t held = 0;
    for (const Nest& entry : entries) {
        rows += entry.rows();
        held += entry.shape.count();
    }
    const std::uint64_t columns = square ? rows : entries[0].columns();
    constexpr std::uint64_t plenty = std::uint64_t{1} << 26;
    const std::uint64_t wanted = matrices * rows * columns;
    if (wanted * times > plenty && wanted / 8 > held) {
        return std::unexpected(
            memoryProblem(formatText("Combined, these steps need {} of memory."_tr,
                                     {bytesText(wanted * times * sizeof(float))}),
                          place));
    }
    joined.queries = static_cast<int>(rows);
    joined.keys = static_cast<int>(columns);
    joined.assembled.assign(static_cast<std::size_t>(wanted), 0.0F);
    std::uint64_t unused = 0;
    std::size_t row = 0;
    for (const Nest& entry : entries) {
        const std::vector<float> step = valuesOf(tree, entry);
        const std::size_t q = entry.rows();
        const std::size_t k = entry.columns();
        const std::size_t seen = square ? row + q : k;
        const std::size_t kept = std::min(k, seen);
        const std::size_t left = seen - kept;  // a sliding window has dropped the first ones
        for (std::size_t i = 0; i < matrices * q; ++i) {
            const auto from = std::span(step).subspan(i * k, k);
            if (!std::ranges::all_of(from.subspan(kept), isNothing))
                return std::unexpected(unseenKeys(entry, seen));
            const std::size_t to = (i / q * rows + row + i % q) * columns + left;
            std::copy_n(from.begin(), kept,
                        joined.assembled.begin() + static_cast<std::ptrdiff_t>(to));
        }
        row += q;
        unused = std::max<std::uint64_t>(unused, k - kept);
    }
    if (unused > 0 && columns < entries[0].columns()) {
        joined.notes.push_back(
            {Code::badShape, place,
             count(entries[0].columns() - columns,
                   "Dropped {} unused cache position.|Dropped {} unused cache positions."_tr),
             "", std::nullopt});
    }
    return joined;
}

}  // namespace

Result<Weights> joinSteps(const Tree& tree, std::span<const Nest> entries, const std::string& place,
                          bool square) {
    if (areAlike(entries)) return joinAlike(tree, entries, place, square, 1);
    Weights whole;
    const std::vector<std::vector<Nest>> layers = byLayer(entries);
    for (const std::vector<Nest>& layer : layers) {
        auto one = joinAlike(tree, layer, place, square, layers.size());
        if (!one) return one;
        if (whole.layers == 0) {
            whole = std::move(*one);
            continue;
        }
        whole.assembled.insert(whole.assembled.end(), one->assembled.begin(), one->assembled.end());
        whole.layers += one->layers;
    }
    return whole;
}

}  // namespace hw::io
