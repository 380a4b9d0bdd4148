// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "model/patches/patch_effects.h"
#include "model/sight/patch_rows.h"

namespace hw::model {
namespace {

/// A grid of at most this many cells in all frames begins with single cells.
constexpr int mostSmall = 160;
/// A tower with more numbers in one layer's attention is too slow for coarse squares.
constexpr std::size_t largeTower = std::size_t{1} << 21;
constexpr std::size_t atOnce = 16;  ///< squares in one step

bool isLarge(const Sight& sight) {
    const std::size_t n = sight.positions();
    return n * n * static_cast<std::size_t>(sight.tower->spec.heads) > largeTower;
}

/// Two thirds of the cells' side of a square: is the token a part of the square of patches?
bool meets(const PatchSquare& square, const std::vector<int>& group, int leading, int columns) {
    return std::ranges::any_of(group, [&](int position) {
        const int row = (position - leading) / columns;
        const int column = (position - leading) % columns;
        return row >= square.row && row < square.row + square.side && column >= square.column &&
               column < square.column + square.side;
    });
}

}  // namespace

FrameGrid patchGrid(const Sight& sight) {
    const PictureSpec& picture = *sight.tower->spec.picture;
    return {picture.rows(), picture.columns()};
}

FrameGrid tokenGrid(const Sight& sight) {
    const FrameGrid patches = patchGrid(sight);
    const auto& groups = sight.tower->spec.head.groups;
    const int leading = sight.tower->spec.leadingTokens();
    // Groups are squares of patches, or single patches. A kept class token has no place in a grid.
    const auto size = static_cast<double>(groups.empty() ? 1 : groups.back().size());
    const int scale = std::max(1, static_cast<int>(std::lround(std::sqrt(size))));
    if (std::ssize(groups) == (patches.rows / scale) * (patches.columns / scale) || leading > 0)
        return {patches.rows / scale, patches.columns / scale};
    return {1, static_cast<int>(groups.size())};
}

std::array<unsigned char, 3> medianColour(const PicturePoints& picture) {
    std::array<unsigned char, 3> made{};
    const std::size_t pixels = picture.rgb.size() / 3;
    if (pixels == 0) return made;
    std::vector<unsigned char> values(pixels);
    for (std::size_t colour = 0; colour < 3; ++colour) {
        for (std::size_t i = 0; i < pixels; ++i)
            values[i] = static_cast<unsigned char>(picture.rgb[3 * i + colour]);
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>((pixels - 1) / 2);
        std::ranges::nth_element(values, middle);
        made[colour] = *middle;
    }
    return made;
}

PatchSearch::PatchSearch(const PatchQuestion& asked, PatchMethod method, std::uint64_t seed)
    : asked_(asked), method_(method), random_(seed * 2 + 1) {
    const Sight& sight = *asked.run.sight;
    grid_ = method == PatchMethod::hide ? tokenGrid(sight) : patchGrid(sight);
    value_ = valuesOf(asked.session.network(), asked.run.trace, asked.target).front();
    const int frames = static_cast<int>(sight.frames.size());
    const int longest = std::max(grid_.rows, grid_.columns);
    if (frames * grid_.cells() > mostSmall)
        side_ = static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(longest / 4, 1))));
    for (int frame = 0; frame < frames; ++frame)
        for (int row = 0; row < grid_.rows; row += side_)
            for (int column = 0; column < grid_.columns; column += side_)
                squares_.push_back({.frame = frame, .row = row, .column = column, .side = side_});
}

double PatchSearch::done() const {
    return squares_.empty() ? 1
                            : static_cast<double>(measured_) / static_cast<double>(squares_.size());
}

Result<void> PatchSearch::hideSome(std::span<PatchSquare> some, const Stop& stop) {
    const Run& run = asked_.run;
    const Sight& sight = *run.sight;
    const auto& groups = sight.tower->spec.head.groups;
    const int leading = sight.tower->spec.leadingTokens();
    const bool isOfTokens = method_ == PatchMethod::hide;
    std::vector<Edits> edits;
    for (const PatchSquare& square : some) {
        Edits& own = edits.emplace_back();
        for (std::size_t token = 0; token < groups.size(); ++token) {
            // With a kept class token there is one token more than cells.
            const std::vector<int> place{static_cast<int>(token + leading)};
            const bool isIn = isOfTokens && std::ssize(groups) == grid_.cells()
                                  ? meets(square, place, leading, grid_.columns)
                                  : meets(square, groups[token], leading, patchGrid(sight).columns);
            if (isIn)
                own.hidden.push_back({0, run.imageTokens[square.frame * groups.size() + token]});
        }
    }
    const auto values =
        editedValues(asked_.session.network(), run.trace, edits, asked_.target, {}, stop);
    if (!values) return std::unexpected(values.error());
    for (std::size_t i = 0; i < some.size(); ++i) some[i].effect = value_ - (*values)[i];
    return {};
}

Result<void> PatchSearch::wipeSome(std::span<PatchSquare> some, const Stop& stop) {
    const Session& session = asked_.session;
    const Sight& sight = *asked_.run.sight;
    const PictureSpec& picture = *sight.tower->spec.picture;
    const std::size_t area = std::size_t{1} * picture.width * picture.height;
    const std::size_t own = sight.rows->size() / sight.frames.size();
    std::vector<TextInput> texts;
    for (PatchSquare& square : some) {
        Frame frame = sight.frames[square.frame];
        // The colour of the whole picture, which is the last of its frames.
        std::size_t whole = square.frame;
        while (whole + 1 < sight.frames.size() && sight.frames[whole + 1].image == frame.image)
            ++whole;
        const auto colour = medianColour(sight.frames[whole].seen.prepared.shown);
        const int bottom = std::min((square.row + square.side) * picture.patch, picture.height);
        const int right = std::min((square.column + square.side) * picture.patch, picture.width);
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const PicturePreparation& how = picture.preparation;
            const float fill =
                method_ == PatchMethod::grey
                    ? 0.0F
                    : (static_cast<float>(colour[channel]) * how.rescale - how.mean[channel]) /
                          how.deviation[channel];
            for (int y = square.row * picture.patch; y < bottom; ++y)
                std::fill_n(frame.seen.prepared.values.begin() +
                                static_cast<std::ptrdiff_t>(
                                    channel * area + std::size_t{1} * y * picture.width +
                                    std::size_t{1} * square.column * picture.patch),
                            right - square.column * picture.patch, fill);
        }
        auto wiped = seen(sight.tower, {std::move(frame)}, {.hasRollouts = false, .stop = stop});
        if (!wiped) return std::unexpected(std::move(wiped.error()));
        std::vector<float> rows = *sight.rows;
        std::ranges::copy(*wiped->rows,
                          rows.begin() + static_cast<std::ptrdiff_t>(square.frame * own));
        TextInput text = asked_.run.trace.texts.front();
        text.rows = std::make_shared<const std::vector<float>>(std::move(rows));
        texts.push_back(std::move(text));
        square.isWiped = true;
    }
    const auto values = textValues(session.network(), texts, {}, {asked_.target}, {}, stop);
    if (!values) return std::unexpected(values.error());
    for (std::size_t i = 0; i < some.size(); ++i) some[i].effect = value_ - (*values)[i];
    return {};
}

void PatchSearch::refine() {
    if (side_ == 1) return;
    std::vector<PatchSquare> parents(squares_.begin() + static_cast<std::ptrdiff_t>(level_),
                                     squares_.end());
    std::ranges::sort(parents, [](const PatchSquare& a, const PatchSquare& b) {
        return std::abs(a.effect) > std::abs(b.effect);
    });
    level_ = squares_.size();
    side_ /= 2;
    const std::size_t chosen = std::max<std::size_t>(4, parents.size() / 4);
    for (std::size_t i = 0; i < parents.size(); ++i) {
        // xorshift64
        random_ ^= random_ << 13U;
        random_ ^= random_ >> 7U;
        random_ ^= random_ << 17U;
        const bool isControl = i >= chosen;
        if (isControl && random_ % 8 != 0) continue;
        for (int quarter = 0; quarter < 4; ++quarter) {
            const PatchSquare square{.frame = parents[i].frame,
                                     .row = parents[i].row + quarter / 2 * side_,
                                     .column = parents[i].column + quarter % 2 * side_,
                                     .side = side_,
                                     .isControl = isControl};
            if (square.row < grid_.rows && square.column < grid_.columns)
                squares_.push_back(square);
        }
    }
}

Result<bool> PatchSearch::step(const Stop& stop) {
    if (measured_ == squares_.size()) return false;
    const std::size_t count = std::min(atOnce, squares_.size() - measured_);
    const std::span<PatchSquare> some = std::span(squares_).subspan(measured_, count);
    const bool hides = method_ == PatchMethod::hide || (side_ > 1 && isLarge(*asked_.run.sight));
    if (auto good = hides ? hideSome(some, stop) : wipeSome(some, stop); !good)
        return std::unexpected(std::move(good.error()));
    measured_ += count;
    if (measured_ == squares_.size()) refine();
    return measured_ < squares_.size();
}

std::vector<std::vector<double>> PatchSearch::values() const {
    const std::size_t frames = asked_.run.sight->frames.size();
    std::vector<std::vector<double>> made(
        frames, std::vector<double>(grid_.cells(), std::numeric_limits<double>::quiet_NaN()));
    // Smaller squares come later.
    for (std::size_t i = 0; i < measured_; ++i) {
        const PatchSquare& one = squares_[i];
        for (int row = one.row; row < std::min(one.row + one.side, grid_.rows); ++row)
            for (int column = one.column; column < std::min(one.column + one.side, grid_.columns);
                 ++column)
                made[one.frame][std::size_t{1} * row * grid_.columns + column] = one.effect;
    }
    return made;
}

}  // namespace hw::model
