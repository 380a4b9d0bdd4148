// SPDX-License-Identifier: MIT
// The content of a link, between an analysis and its bytes. docs/link.md describes the encoding.
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

/// A bit set of the parts that a link lacks, compared with the file it was made from.
enum MissingParts : std::uint32_t {
    withoutHeads = 1,  ///< each layer has one matrix
    withoutGradients = 2,
    withoutScores = 4,  ///< some or all importance scores
    withoutPicture = 8,
    withoutExamples = 16,       ///< the file has more analyses
    withoutDetail = 32,         ///< the picture is smaller, or has fewer colours
    withoutHeadGradients = 64,  ///< gradients are GradientsOf::products
    withoutAttention = 128,     ///< the file has both; the link contains the contributions
    withoutContributions = 256,
};
/// A sentence for people for each bit that is set, in that order.
std::vector<std::string> leftOutLines(std::uint32_t leftOut, HeadFusion fusion);

/// One score per token, low + step * rank. Small, yet it keeps the order of values, and their ties.
struct PackedScores {
    std::string name;
    float low = 0;
    float step = 0;
    std::vector<std::uint32_t> ranks;
};

struct PackedPicture {
    std::string mime;   ///< with `bytes`, such as "image/jpeg"; empty with pixels
    std::string bytes;  ///< the file's own bytes
    int width = 0;
    int height = 0;
    int channels = 1;                  ///< 1 grey, 3 colour
    int levels = 16;                   ///< number of levels of each channel, 2 to 256
    std::vector<std::uint8_t> pixels;  ///< [height][width][channels], each below `levels`
    int rows = 0;                      ///< grid of patches
    int cols = 0;
    int firstPatchToken = 0;
};

struct Content {
    std::uint32_t leftOut = 0;
    HeadFusion fusion = HeadFusion::mean;  ///< the head fusion, for withoutHeads
    int bound = 0;                         ///< maximum error of bars, in millionths
    std::string title;
    std::string model;
    std::string source;
    bool numbered = false;  ///< tokens are only numbered
    std::vector<std::string> tokens;
    std::vector<std::string> decoderTokens;
    Grid self;                     ///< the encoder's, if there is a decoder
    bool ofContributions = false;  ///< `self` has contributions instead of attention (version 2)
    std::string contributionKind;
    Grid decoder;
    Grid cross;
    GradientKind gradients = GradientKind::nothing;
    GradientGrid selfGradients;  ///< in the shape of `self`, or empty; the next ones likewise
    GradientGrid decoderGradients;
    GradientGrid crossGradients;
    int outputToken = -1;
    std::vector<std::string> specialTokens;
    std::vector<int> words;
    std::vector<int> segments;
    std::vector<int> fixedResidual;  ///< in 4095ths; -1 if the file has none
    std::vector<PackedScores> scores;
    std::optional<PackedPicture> picture;
    std::vector<std::string>
        more;  ///< `key=value`, of later versions of the program; unknown keys are ignored
};

/// One entry of `more` per token, with the token predicted there.
inline constexpr std::string_view predictedKey = "predicted=";

/// An entry of `more` with the probability of each of them, between commas, empty where unknown.
inline constexpr std::string_view probabilitiesKey = "probabilities=";

/// An entry of `more` with all patches of several pictures, or of one without data. It has 1 for a video, else 0, then
/// rows, columns and first token of each, between commas. `picture` is the first one's. Programs that do not know this
/// entry see only the first picture.
inline constexpr std::string_view patchesKey = "patches=";

/// An entry of `more` with the maximum error of rank correlations with the scores, in thousandths, if it is 0.005 or
/// more.
inline constexpr std::string_view ranksKey = "ranks=";

/// Version, checksum, content. Version 1 has attention. Version 2 has contributions, which older programs would treat
/// as attention and add a residual to.
std::string encode(Content content);

/// Decodes any bytes. Every size is checked against `limits` and the number of bytes before memory is
/// allocated. Errors: truncated, syntax (damaged), notRecognised (a newer version), tooLarge.
Result<Content> decode(std::string_view bytes, const Limits& limits);

/// Maximum number of weights in a link.
inline constexpr std::uint64_t mostWeights = std::uint64_t{1} << 22;

/// The content as the tree of a headwaters/1 file, with the link's own metadata under linkKey.
Tree treeOf(Content&& content);
inline constexpr std::string_view linkKey = "headwaters link";

/// The data part of a fragment or a URL, or all of it if it is the bare text of pack(). Empty if there are no data.
std::string_view packedText(std::string_view text);

}  // namespace hw::io
