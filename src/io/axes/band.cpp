// SPDX-License-Identifier: MIT
#include "io/axes/band.h"

#include <algorithm>
#include <cmath>

#include "io/tree/number_format.h"

namespace hw::io {

namespace {

struct Band {
    std::size_t n = 0;  // rows
    std::size_t columns = 0;
    std::size_t globals = 0;          // x
    std::vector<std::size_t> places;  // of the global tokens

    std::size_t half() const { return (columns - globals - 1) / 2; }
    /// Key of a column in a row, -1 beyond the ends.
    std::ptrdiff_t keyOf(std::size_t row, std::size_t column) const {
        const auto key = static_cast<std::ptrdiff_t>(row + column) -
                         static_cast<std::ptrdiff_t>(globals + half());
        return key >= 0 && key < static_cast<std::ptrdiff_t>(n) ? key : -1;
    }
};

// Tokens without their own weights in any matrix of an item, else the first ones.
std::vector<std::size_t> globalPlaces(std::span<const float> values, const Band& band) {
    std::vector<std::size_t> places;
    for (std::size_t row = 0; row < band.n; ++row) {
        bool empty = true;
        for (std::size_t at = row * band.columns; empty && at < values.size();
             at += band.n * band.columns)
            empty = std::ranges::all_of(values.subspan(at, band.columns), isNothing);
        if (empty) places.push_back(row);
    }
    if (places.size() == band.globals) return places;
    places.resize(band.globals);
    for (std::size_t i = 0; i < band.globals; ++i) places[i] = i;
    return places;
}

/// One matrix. `global` has a row for each token and for the padding that the model added. False if it has weights to
/// tokens beyond the ends.
bool unroll(std::span<const float> from, std::span<const float> global, const Band& band,
            std::span<float> to) {
    for (std::size_t row = 0; row < band.n; ++row) {
        const auto line = to.subspan(row * band.n, band.n);
        const auto weights = from.subspan(row * band.columns, band.columns);
        for (std::size_t column = band.globals; column < band.columns; ++column) {
            const std::ptrdiff_t key = band.keyOf(row, column);
            if (key >= 0) {
                line[static_cast<std::size_t>(key)] = weights[column];
            } else if (!isNothing(weights[column])) {
                return false;
            }
        }
        for (std::size_t g = 0; g < band.globals; ++g) {
            if (!isNothing(weights[g])) line[band.places[g]] = weights[g];
        }
    }
    for (std::size_t g = 0; g < band.globals; ++g) {
        for (std::size_t key = 0; key < band.n; ++key)
            to[band.places[g] * band.n + key] = global[key * band.globals + g];
    }
    return std::ranges::all_of(global.subspan(band.n * band.globals), isNothing);
}

std::size_t rowsOfOne(std::span<const float> values, std::size_t n) {
    std::size_t number = 0;
    for (std::size_t at = 0; at + n <= values.size(); at += n) {
        double sum = 0;
        for (const float value : values.subspan(at, n)) sum += static_cast<double>(value);
        if (std::fabs(sum - 1) < 0.01) ++number;
    }
    return number;
}

Result<void> checkGlobal(const Weights& band, const Weights& global) {
    if (global.layers == band.layers && global.batch == band.batch && global.heads == band.heads &&
        global.queries >= band.queries && global.keys < band.keys)
        return {};
    return std::unexpected(problemAt(
        Code::badShape, global.place, global.byte,
        formatText(
            "Found {}, but {} has {}."_tr,
            {describe(global), band.place.empty() ? "attentions" : band.place, describe(band)}),
        "Save both from the same run."_tr));
}

}  // namespace

Result<std::optional<Weights>> unrolled(const Tree& tree, const Weights& band,
                                        const Weights* global) {
    if (global != nullptr) {
        if (auto fits = checkGlobal(band, *global); !fits) return std::unexpected(fits.error());
    }
    Band shape;
    shape.n = band.queries;
    shape.columns = band.keys;
    shape.globals = global == nullptr ? 0 : global->keys;
    if ((shape.columns - shape.globals) % 2 == 0 || shape.columns < 3) return std::nullopt;
    const std::size_t matrices = std::size_t{1} * band.layers * band.batch * band.heads;
    const std::size_t square = shape.n * shape.n;
    constexpr std::size_t plenty = std::size_t{1} << 26;
    if (matrices * square > plenty && shape.n / 8 > shape.columns) {
        return std::unexpected(
            memoryProblem(formatText("Unrolled, this local attention needs {} of memory."_tr,
                                     {bytesText(matrices * square * sizeof(float))}),
                          band.place));
    }
    const std::vector<float> values = allValues(tree, band);
    const std::vector<float> across =
        global == nullptr ? std::vector<float>{} : allValues(tree, *global);
    Weights whole = band;
    whole.slices.clear();
    whole.parts = 1;
    whole.keys = band.queries;
    whole.assembled.assign(matrices * square, 0.0F);
    const std::size_t each = shape.n * shape.columns;
    for (std::size_t matrix = 0; matrix < matrices; ++matrix) {
        const std::size_t first = matrix / band.heads * band.heads;
        const auto layer = std::span(values).subspan(first * each, each * band.heads);
        if (matrix == first) shape.places = globalPlaces(layer, shape);
        const std::size_t part = across.size() / matrices;
        const auto own = std::span(across).subspan(matrix * part, part);
        if (!unroll(std::span(values).subspan(matrix * each, each), own, shape,
                    std::span(whole.assembled).subspan(matrix * square, square)))
            return std::nullopt;
    }
    if (rowsOfOne(whole.assembled, shape.n) * 10 < matrices * shape.n * 9) return std::nullopt;
    return whole;
}

}  // namespace hw::io
