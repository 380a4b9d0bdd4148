// SPDX-License-Identifier: MIT
// Which patch of a picture in a prompt matters for a value of the answer, by different methods.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/choice_names.h"
#include "model/run/target.h"
#include "model/session/session.h"

namespace hw::model {

enum class PatchMethod : std::uint8_t {
    hide,            ///< no other token reads the image token in the decoder; the fall of the value
    wipe,            ///< pixels in the picture's median colour, and everything again; the fall
    grey,            ///< the same with pixels of 0 after normalising
    relevance,       ///< Chefer et al. (2021) in the decoder
    relevanceTower,  ///< the same, on through connector and tower
    gradient,        ///< gradient times image token, summed over its features
    pixels,          ///< gradient times normalised pixel, summed over the patch
    rollout,         ///< of the decoder, from the answer's position (Abnar & Zuidema 2020)
    rolloutTower,    ///< the same, on through connector and tower
    flow,            ///< maximum attention flow of the decoder, then rollout of the tower
    attention,       ///< mean over heads of one layer's row at the answer's position
};

/// The question: a value at a position of a traced run with pictures.
struct PatchQuestion {
    const Session& session;
    const Run& run;
    Target target;
    int position() const { return target.position < 0 ? run.tokens() - 1 : target.position; }
};

/// The grid of a frame, row after row.
struct FrameGrid {
    int rows = 0;
    int columns = 0;
    int cells() const { return rows * columns; }
};
/// The patches of a frame, and its image tokens. For towers without a pixel shuffle both are equal.
FrameGrid patchGrid(const Sight& sight);
FrameGrid tokenGrid(const Sight& sight);

/// A square of a frame's grid whose effect was measured.
struct PatchSquare {
    int frame = 0;
    int row = 0;
    int column = 0;
    int side = 1;
    double effect = 0;       ///< fall of the value
    bool isControl = false;  ///< drawn at random among those whose larger square had a small effect
    bool isWiped = false;    ///< by wiped pixels, else by hidden image tokens
};

/// Measures squares of patches, first large ones and then the quarters of those that matter most, until all are single
/// patches. A small grid begins with single patches. With PatchMethod::wipe large towers hide image tokens for all but
/// the finest squares, because each wiped square runs the tower again.
class PatchSearch {
public:
    /// Everything has to outlive it. `method` is hide, wipe or grey. Each eighth further square is a control, drawn
    /// with `seed`.
    PatchSearch(const PatchQuestion& asked, PatchMethod method, std::uint64_t seed = 1);

    /// Measures some squares. False after the last. Errors: those of forward(); cancelled.
    Result<bool> step(const Stop& stop = {});
    /// From 0 to 1, of the squares that are known so far.
    double done() const;
    double value() const { return value_; }  ///< of the run
    const std::vector<PatchSquare>& squares() const { return squares_; }
    FrameGrid grid() const { return grid_; }  ///< of patches, or for hide of image tokens
    /// For each frame and cell, the effect of the smallest measured square with it.
    std::vector<std::vector<double>> values() const;

private:
    Result<void> hideSome(std::span<PatchSquare> some, const Stop& stop);
    Result<void> wipeSome(std::span<PatchSquare> some, const Stop& stop);
    void refine();

    const PatchQuestion& asked_;
    PatchMethod method_;
    std::uint64_t random_;
    FrameGrid grid_;
    double value_ = 0;
    int side_ = 1;                      ///< of the squares that are measured now
    std::size_t measured_ = 0;          ///< in squares_
    std::size_t level_ = 0;             ///< the first of this size
    std::vector<PatchSquare> squares_;  ///< measured, then those to measure
};

/// The median of each colour (the lower one of an even number of pixels).
std::array<unsigned char, 3> medianColour(const PicturePoints& picture);

/// The value of each cell by a method without runs of changed pictures: [F][cells], for relevance, gradient, rollout,
/// flow and attention those of image tokens, for the towers' methods and pixels those of patches. `layer` counts from
/// 0. Errors: those of backward(). Cost: at most one backward pass of decoder and tower.
Result<std::vector<std::vector<double>>> patchScores(const PatchQuestion& asked, PatchMethod method,
                                                     int layer, const Stop& stop = {});

/// The fall of the value without parts of the prompt, all hidden at once.
struct PromptShares {
    double value = 0;
    double pictures = 0;  ///< all image tokens
    double words = 0;     ///< all other tokens but special ones, the first, and the answer's
    double sink = 0;      ///< the first token
    /// The shares of the same three in the rollout's row of the answer's position.
    std::array<double, 3> rollout{0, 0, 0};
};
Result<PromptShares> promptShares(const PatchQuestion& asked, const Stop& stop = {});

}  // namespace hw::model

namespace hw {
template <>
struct Names<model::PatchMethod> {
    static constexpr ChoiceName list[] = {
        {"hide"},     {"wipe"},   {"grey"},    {"relevance"},     {"relevance-tower"},
        {"gradient"}, {"pixels"}, {"rollout"}, {"rollout-tower"}, {"flow"},
        {"attention"}};
};
}  // namespace hw
