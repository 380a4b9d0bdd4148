// SPDX-License-Identifier: MIT
// How heads become one matrix a layer, and where rollout begins. Plain data with a total order of
// steps that the user sees, since published code differs in it (Abnar & Zuidema 2020; vit-explain).
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace hw {

enum class Method { raw, rollout, flow, gradientRollout, relevance };

enum class HeadFusion { mean, max, min };

/// What the discard ratio counts over: all entries of a layer's matrix, or each row by itself.
enum class DiscardScope { matrix, row };

/// What is never discarded.
/// `corner` is the entry [0][0] alone: what the code of vit-explain does (`indices != 0` on the flat matrix).
enum class DiscardProtect { nothing, diagonal, token, corner };

enum class StepOrder {
    residualFirst,  ///< fuse, residual, discard, renormalise (the tutorial form)
    discardFirst,   ///< fuse, discard, residual, renormalise (the vit-explain form)
};

/// How a layer's matrix is divided after residual and discard.
enum class Normalise {
    rows,              ///< each row by its own sum
    columnsByRowSums,  ///< column j by row sum j: vit-explain as published, with its known slip
    none,  ///< as is: nothing is divided (for weights whose rows do not sum to 1 on purpose)
};

enum class Residual {
    weighted,  ///< A = a*I + (1-a)*W
    fixed,     ///< GlobEnc's W-Res: r_i from the file (else 1-a for all), 1-r_i on the diagonal
};

/// How gradients weigh the heads (gradient rollout and relevance only).
enum class GradientForm {
    positiveProduct,   ///< mean over heads of relu(G*W): Chefer et al. 2021
    meanThenPositive,  ///< mean over heads of G*W, then negatives to 0: vit-explain
};

/// Where gradient rollout divides rows, since gradient-weighted rows do not sum to 1.
enum class GradientNormalise {
    afterResidual,  ///< a*I + (1-a)*M, then each row by its sum
    rowsFirst,      ///< each row of M by its sum (a zero row becomes identity), then a*I + (1-a)*M
};

struct Settings {
    HeadFusion fusion = HeadFusion::mean;
    std::vector<int> heads;  ///< zero-based, ascending, no repeats; empty means all
    Residual residualKind = Residual::weighted;
    double residual = 0.5;  ///< a in [0, 1]
    double discard = 0.0;   ///< r in [0, 1): share of the smallest entries set to 0
    DiscardScope scope = DiscardScope::matrix;
    DiscardProtect protect = DiscardProtect::nothing;
    int protectedToken = 0;  ///< for DiscardProtect::token
    StepOrder order = StepOrder::residualFirst;
    Normalise normalise = Normalise::rows;
    int startLayer = 0;  ///< zero-based; rollout and flow begin here (Chefer's start_layer)
    /// Zero-based, ascending, no repeats; empty means all. A layer that is not among them hands on what it
    /// gets: its matrix is the identity.
    std::vector<int> layers = {};
    std::vector<double> headWeights;  ///< for the mean: one a chosen head; empty means equal
    GradientForm gradientForm = GradientForm::positiveProduct;
    GradientNormalise gradientNormalise = GradientNormalise::afterResidual;

    bool operator==(const Settings&) const = default;
};

/// False for a layer that hands on what it gets.
inline bool takesPart(const Settings& settings, int layer) {
    return settings.layers.empty() ||
           std::binary_search(settings.layers.begin(), settings.layers.end(), layer);
}

/// A named, citable setting.
struct Preset {
    std::string_view id;    ///< for files, links and the command line: "abnar-zuidema-2020"
    std::string_view name;  ///< for people: "Abnar & Zuidema 2020"
    std::string_view citation;
    Settings settings;
};

}  // namespace hw
