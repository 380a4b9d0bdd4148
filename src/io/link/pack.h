// SPDX-License-Identifier: MIT
// A link with its data: an analysis as text that fits into a URL, and back.
//
//   auto packed = io::pack(document, {.data = io::PackData::fused});
//   "#v=1&data=" + packed->text
//   auto same = io::openPacked(packed->text);
//
// docs/link.md describes the format.
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
    static constexpr ChoiceName list[] = {{"fused", {}, "one matrix per layer"_tr},
                                          {"heads", {}, "every head"_tr}};
};
}  // namespace hw

namespace hw::io {

struct PackOptions {
    PackData data = PackData::fused;
    int example = 0;
    /// How heads are fused, and how to compute the bars whose error is measured.
    Settings settings = {};
    /// Use contributions or attention where the example has both. nullopt means contributions. A link contains only one
    /// of them.
    std::optional<bool> ofContributions = {};
    double maxError = 0.002;  ///< maximum error of any bar, 0.00002 to 0.1
    /// Drops scores and the picture if they alone would make the text longer than this. 0 means never.
    std::size_t room = 8000;
    /// If false, drops gradients. If true, includes them if they fit. With `needsGradients` it always includes them,
    /// since the view shows results computed from them.
    bool withGradients = true;
    bool needsGradients = false;
    /// The example's picture decoded by the browser, if this program cannot decode it (JPEG, WebP).
    PicturePoints picture = {};
    /// Flow is measured from these tokens where all would take too long. If empty, from the first token.
    std::vector<int> outputs;
};

struct Packed {
    std::string text;  ///< only characters that need no escaping in a URL, A-Z a-z 0-9 - _
    std::size_t characters = 0;
    /// Maximum error of any share that the page shows. These are weights (of single heads too, if the link contains
    /// them), rollout, relative flow. In [0, 1].
    double errorBound = 0;
    double flowError = 0;   ///< of flow values not divided by their sum
    bool flowOfAll = true;  ///< flow was measured from every token, else only from the outputs
    double rankError = 0;   ///< maximum error of rank correlations with the scores that are sent
    std::vector<std::string> leftOut;  ///< parts that the link lacks, in sentences for people
};

/// Packs an example. `isOneOfSeveral` means that its file has others, which the link lacks. PackOptions::example does
/// not count. The text is decoded again, and the error is that between the decoded and the original example. Errors:
/// badArgument (settings that do not fit), tooLarge, badNumber (rows that sum to 64 or more). Cost: some dozen
/// rollouts, and two or three times the flow of all pairs.
Result<Packed> pack(const Example& example, bool isOneOfSeveral, const PackOptions& options);
/// The same for one of the document's examples. Errors: badArgument if there is no such example.
Result<Packed> pack(const Document& document, const PackOptions& options = {});

/// Reads the text of pack(), a whole fragment (`#v=1&...&data=...`) or a whole URL, just like opening it as a file.
/// Errors: as decode() (content.h), and notRecognised if it has no data.
Result<Document> openPacked(std::string_view text, const Limits& limits = {},
                            const OpenOptions& options = {});

}  // namespace hw::io
