// SPDX-License-Identifier: MIT
#include "io/axes/not_square.h"

#include <algorithm>
#include <cmath>

#include "io/axes/band.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

/// Whether each row has no weights after the token at `row + ahead`.
bool endsAt(std::span<const float> values, std::size_t rows, std::size_t columns,
            std::size_t ahead) {
    for (std::size_t at = 0, row = 0; at < values.size(); at += columns, row = (row + 1) % rows) {
        const std::size_t seen = std::min(columns, row + ahead + 1);
        if (!std::ranges::all_of(values.subspan(at + seen, columns - seen), isNothing))
            return false;
    }
    return true;
}

Weights withoutTail(const Weights& weights, std::span<const float> values) {
    Weights cut = weights;
    const std::size_t rows = weights.queries;
    const std::size_t columns = weights.keys;
    cut.slices.clear();
    cut.parts = 1;
    cut.keys = weights.queries;
    cut.assembled.clear();
    cut.assembled.reserve(values.size() / columns * rows);
    for (std::size_t at = 0; at < values.size(); at += columns)
        cut.assembled.insert(cut.assembled.end(), values.begin() + static_cast<std::ptrdiff_t>(at),
                             values.begin() + static_cast<std::ptrdiff_t>(at + rows));
    return cut;
}

/// Share of rows that sum to 1.
double sumToOne(std::span<const float> values, std::size_t columns) {
    std::size_t fine = 0;
    for (std::size_t at = 0; at < values.size(); at += columns) {
        double sum = 0;
        for (const float value : values.subspan(at, columns)) sum += static_cast<double>(value);
        if (std::fabs(sum - 1) < 0.02) ++fine;
    }
    return static_cast<double>(fine) * static_cast<double>(columns) /
           static_cast<double>(values.size());
}

/// Whether, after some columns of global tokens, the windows of the first and last tokens end where the text ends.
bool looksLocal(std::span<const float> values, std::size_t rows, std::size_t columns) {
    constexpr std::size_t mostGlobal = 64;
    for (std::size_t globals = columns % 2 == 1 ? 0 : 1;
         globals + 3 <= columns && globals <= mostGlobal; globals += 2) {
        const std::size_t half = (columns - globals - 1) / 2;
        bool fits = true;
        for (std::size_t at = 0, row = 0; fits && at < values.size();
             at += columns, row = (row + 1) % rows) {
            for (std::size_t c = globals; fits && c < columns; ++c) {
                const std::size_t key = row + (c - globals);
                if (key < half || key >= rows + half) fits = isNothing(values[at + c]);
            }
        }
        if (fits) return true;
    }
    return false;
}

std::string sizes(const Weights& weights) {
    return formatText("Each matrix has {} and {}, but self-attention is square."_tr,
                      {count(static_cast<std::uint64_t>(weights.queries), "{} row|{} rows"_tr),
                       count(static_cast<std::uint64_t>(weights.keys), "{} column|{} columns"_tr)});
}

Problem misfit(const Weights& weights, std::span<const float> values) {
    const std::size_t rows = weights.queries;
    const std::size_t columns = weights.keys;
    const auto refuse = [&](std::string what, LocalizedText remedy) {
        return problemAt(Code::badShape, weights.place, weights.byte, sizes(weights) + " " + what,
                         remedy);
    };
    if (rows > 2 && looksLocal(values, rows, columns)) {
        return refuse(
            "These are windows around each token (Longformer, LED)."_tr,
            "Save `global_attentions` too (in LED `encoder_global_attentions`), or save in Python with `headwaters.save(\"attention.json\", outputs, tokens)`"_tr);
    }
    if (rows == 1) {
        return refuse("This is one token’s row."_tr,
                      "Save all steps of generate(), or call the model once on the whole text."_tr);
    }
    if (sumToOne(values, columns) < 0.5) {
        return refuse("Most rows do not sum to 1, so this is not attention."_tr,
                      "Save `outputs.attentions`, not hidden states."_tr);
    }
    if (rows < columns && endsAt(values, rows, columns, columns - rows)) {
        return refuse(
            "Only the last tokens’ rows are present."_tr,
            "Call the model without past_key_values, or save all steps of generate()."_tr);
    }
    return problemAt(
        Code::badShape, weights.place, weights.byte, sizes(weights),
        "Save cross-attention as cross_attentions, with encoder_attentions and decoder_attentions."_tr);
}

}  // namespace

Result<Weights> madeSquare(const Tree& tree, Weights weights, const Weights* global,
                           std::vector<Problem>& notes) {
    if (weights.queries == weights.keys && global == nullptr) return weights;
    const std::vector<float> values = allValues(tree, weights);
    const std::size_t rows = weights.queries;
    const std::size_t columns = weights.keys;
    if (rows < columns && endsAt(values, rows, columns, 0)) {
        notes.push_back(
            {Code::badShape, weights.place,
             count(
                 columns - rows,
                 "Dropped the last column, always 0 (fixed-length cache).|Dropped the last {} columns, always 0 (fixed-length cache)."_tr),
             "", std::nullopt});
        return withoutTail(weights, values);
    }
    auto whole = unrolled(tree, weights, global);
    if (!whole) return std::unexpected(std::move(whole.error()));
    if (!*whole) {
        if (weights.queries == weights.keys) return weights;
        return std::unexpected(misfit(weights, values));
    }
    notes.push_back(
        {Code::badShape, weights.place,
         formatText(
             "Local attention (a window of {} tokens) was unrolled into {} x {} matrices."_tr,
             {static_cast<int>(columns) - (global == nullptr ? 0 : global->keys), weights.queries,
              weights.queries}),
         "Other weights are 0 or from `global_attentions`."_tr, std::nullopt});
    return std::move(**whole);
}

}  // namespace hw::io
