// SPDX-License-Identifier: MIT
// A link that holds the data: an analysis as text that fits behind an address, and back.
//
//   auto packed = io::pack(document, {.data = io::PackData::fused});
//   "#v=1&data=" + packed->text
//   auto same = io::openPacked(packed->text);
//
// docs/link.md describes the code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/choice_names.h"
#include "core/model/attention_model.h"
#include "core/model/picture_points.h"
#include "core/model/settings.h"
#include "core/problem.h"
#include "io/open.h"

namespace hw::io {

enum class PackData { fused, heads };

}  // namespace hw::io

namespace hw {
template <>
struct Names<io::PackData> {
    static constexpr ChoiceName list[] = {{"fused", "", "one matrix a layer"},
                                          {"heads", "", "every head"}};
};
}  // namespace hw

namespace hw::io {

struct PackOptions {
    PackData data = PackData::fused;
    int example = 0;
    /// How heads are fused, and how the bars are computed that the error is measured at.
    Settings settings = {};
    /// Contributions in place of attention, or not, where the example has both; empty: contributions. A link holds one
    /// of them.
    std::optional<bool> ofContributions = {};
    double maxError = 0.002;  ///< of any bar: 0.00002 to 0.1
    /// Scores and the picture are left out where they alone make the text longer than this. 0: never.
    std::size_t room = 8000;
    /// False: gradients are left out. True: they are there as long as there is room; without regard to it where
    /// `needsGradients`, since the view shows what is made of them.
    bool withGradients = true;
    bool needsGradients = false;
    /// The example's picture, from whoever can decode what this program cannot (JPEG, WebP).
    PicturePoints picture = {};
    /// Flow is measured from these tokens where all would take too long. Empty: from the first.
    std::vector<int> outputs;
};

struct Packed {
    std::string text;  ///< letters that stay as they are in an address: A-Z a-z 0-9 - _
    std::size_t characters = 0;
    /// No share that the page shows is off by more: weights (of single heads too, where the link holds them),
    /// rollout, relative flow. In [0, 1].
    double errorBound = 0;
    double flowError = 0;   ///< of flow values that are not divided by their sum
    bool flowOfAll = true;  ///< flow was measured from every token; else from the outputs alone
    std::vector<std::string> leftOut;  ///< lines for people
};

/// Packs one example. The text is decoded again, and the error is measured between that and the original.
/// Errors: badArgument (no such example, settings that do not fit), tooLarge, badNumber (rows that sum to 64
/// or more). Cost: some dozen rollouts and two or three flows of all pairs.
Result<Packed> pack(const Document& document, const PackOptions& options = {});

/// Reads the text of pack(), a whole fragment (`#v=1&...&data=...`) or a whole address; opening it as a file
/// does the same. Errors: as decode (content.h), and notRecognised if it holds no data.
Result<Document> openPacked(std::string_view text, const Limits& limits = {},
                            const OpenOptions& options = {});

}  // namespace hw::io
