// SPDX-License-Identifier: MIT
// What a link holds, between an analysis and its bytes. docs/link.md says how it is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/settings.h"
#include "core/problem.h"
#include "io/packed/gradient_grid.h"
#include "io/packed/grid_coder.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// What a link may lack of the file it was made of: a sum of these.
enum LeftOut : std::uint32_t {
    withoutHeads = 1,  ///< each layer has one matrix
    withoutGradients = 2,
    withoutScores = 4,  ///< some or all importance scores
    withoutPicture = 8,
    withoutExamples = 16,       ///< the file has more analyses
    withoutDetail = 32,         ///< the picture is smaller, or has fewer colours
    withoutHeadGradients = 64,  ///< they are GradientsOf::products
    withoutAttention = 128,     ///< the file has it beside the contributions
    withoutContributions = 256,
};
/// A line for people for each of them, in that order.
std::vector<std::string> leftOutLines(std::uint32_t leftOut, HeadFusion fusion);

/// One score a token: low + step * rank. Small enough to keep the order of the file's values, and their ties.
struct PackedScores {
    std::string name;
    float low = 0;
    float step = 0;
    std::vector<std::uint32_t> ranks;
};

struct PackedPicture {
    std::string mime;   ///< with `bytes`: "image/jpeg"; empty with pixels
    std::string bytes;  ///< the file's own
    int width = 0;
    int height = 0;
    int channels = 1;                  ///< 1 grey, 3 colour
    int levels = 16;                   ///< of each channel; 2 to 256
    std::vector<std::uint8_t> pixels;  ///< [height][width][channels], each below `levels`
    int rows = 0;                      ///< patches
    int cols = 0;
    int firstPatchToken = 0;
};

struct Content {
    std::uint32_t leftOut = 0;
    HeadFusion fusion = HeadFusion::mean;  ///< of withoutHeads
    int bound = 0;                         ///< of bars, in millionths
    std::string title;
    std::string model;
    std::string source;
    bool numbered = false;  ///< tokens are their numbers
    std::vector<std::string> tokens;
    std::vector<std::string> decoderTokens;
    Grid self;                     ///< the encoder's, if there is a decoder
    bool ofContributions = false;  ///< `self` holds them in place of attention: version 2
    std::string contributionKind;
    Grid decoder;
    Grid cross;
    GradientsOf gradients = GradientsOf::nothing;
    GradientGrid selfGradients;  ///< in the shape of `self`, or empty; and so on
    GradientGrid decoderGradients;
    GradientGrid crossGradients;
    int outputToken = -1;
    std::vector<std::string> specialTokens;
    std::vector<int> words;
    std::vector<int> segments;
    std::vector<int> fixedResidual;  ///< 4095ths; -1: the file has none
    std::vector<PackedScores> scores;
    std::optional<PackedPicture> picture;
    std::vector<std::string>
        more;  ///< `key=value`, of later versions of the program; unknown keys do not matter
};

/// One of `more` for each token: what is predicted there.
inline constexpr std::string_view predictedKey = "predicted=";

/// One of `more`: all patches of several pictures, or of one without data: 1 for a video, else 0, then rows, columns and first token
/// of each, between commas. `picture` is the first one's. Programs that do not know it see the first picture alone.
inline constexpr std::string_view patchesKey = "patches=";

/// Version, checksum, content. Version 1 holds attention; version 2 contributions, which older programs would take for
/// attention and add a residual to.
std::string encode(Content content);

/// Reads any bytes. Every size is held against `limits` and the number of bytes before memory is taken.
/// Errors: truncated, syntax (damaged), notRecognised (a newer version), tooLarge.
Result<Content> decode(std::string_view bytes, const Limits& limits);

/// Weights that a link may hold.
inline constexpr std::uint64_t mostWeights = std::uint64_t{1} << 22;

/// The content as a file of the form headwaters/1 would stand in a tree, and beside it what the link says of
/// itself, under linkKey.
Tree treeOf(Content&& content);
inline constexpr std::string_view linkKey = "headwaters link";

/// Where the data of a fragment or an address begin and end; all of it if it is text of pack() alone. Empty
/// if there are none.
std::string_view packedText(std::string_view text);

}  // namespace hw::io
