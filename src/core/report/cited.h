// SPDX-License-Identifier: MIT
// The text for citing an analysis in a paper, a sentence that states every setting, and the sources in BibTeX.
#pragma once

#include <string>
#include <string_view>

#include "core/model/divisor.h"
#include "core/model/matrix_kind.h"
#include "core/model/settings.h"

namespace hw {

/// How numbers were computed.
struct CitedAnalysis {
    Method method = Method::rollout;
    Settings settings;
    int layers = 0;                   ///< of the stack
    int heads = 0;                    ///< of a layer
    bool acrossSides = false;         ///< of an encoder-decoder model, from decoder to encoder
    bool relativeFlow = false;        ///< flow, with rows divided by their sum
    Divisor over = Divisor::nothing;  ///< divisor of each value
    MatrixKind kind = MatrixKind::attention;  ///< kind of the matrices
    std::string_view contributions = {};      ///< their name in the file
    std::string_view program;                 ///< with its version
    std::string_view address;                 ///< of the page; may be empty
    std::string_view accessed;                ///< the date, as "2026-11-22"; may be empty
};

/// For a paper's methods section. Layers and heads count from 1. Every setting that the method uses is stated, even at
/// its default. No mark-up.
std::string methodsSentence(const CitedAnalysis& analysis);

/// The sources of the method and its settings, and the program, as BibTeX entries, with accents in TeX. ASCII.
std::string bibtex(const CitedAnalysis& analysis);

}  // namespace hw
