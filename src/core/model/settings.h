// SPDX-License-Identifier: MIT
// How heads become one matrix per layer, and where rollout begins. Plain data. The order of the steps is
// explicit and visible to the user, since published code differs in it (Abnar & Zuidema 2020; vit-explain).
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/choice_names.h"

namespace hw {

enum class HeadFusion { mean, max, min, gradientNorm };
template <>
struct Names<HeadFusion> {
    static constexpr ChoiceName list[] = {
        {"mean", "mean"_tr, "all heads count the same"_tr},
        {"max", "max"_tr, "the strongest head at each cell"_tr},
        {"min", "min"_tr, "only what all heads agree on"_tr},
        {"gradient-norm", "by gradients"_tr,
         "mean weighted by each head’s gradient norm in its layer (GMAR 2025)"_tr,
         Needs::ownGradients}};
};

/// Which norm of a head's gradients is its weight within the layer.
enum class GradientNorm {
    l2,  ///< Frobenius norm, the square root of the sum of squares
    l1,  ///< the sum of absolute values
};
template <>
struct Names<GradientNorm> {
    static constexpr ChoiceName list[] = {{"l2", "L2"_tr, "root of the sum of squares"_tr},
                                          {"l1", "L1"_tr, "sum of absolute values"_tr}};
};

/// Whether the discard ratio counts over all entries of a layer's matrix, or over each row separately.
enum class DiscardScope { matrix, row };
template <>
struct Names<DiscardScope> {
    static constexpr ChoiceName list[] = {{"matrix", "the whole matrix"_tr},
                                          {"row", "each row"_tr, "counted separately"_tr}};
};

/// Entries that are never discarded.
/// `corner` is only the entry [0][0], as in the code of vit-explain (`indices != 0` on the flat matrix).
enum class DiscardProtect { nothing, diagonal, token, corner };
template <>
struct Names<DiscardProtect> {
    static constexpr ChoiceName list[] = {
        {"nothing"},
        {"diagonal", "the diagonal"_tr},
        {"token", "a protected token"_tr, "its row and column"_tr},
        {"corner", "the first entry"_tr, "[CLS] to itself, as in vit-explain’s code"_tr}};
};

/// Whether weights equal to the largest discarded one are discarded too.
enum class DiscardTies {
    drop,  ///< the first ones in row-major order are discarded, so that exactly the given share is
    keep,  ///< all stay, so only weights strictly below the threshold are discarded (the tutorial's rule)
};
template <>
struct Names<DiscardTies> {
    static constexpr ChoiceName list[] = {
        {"drop", "exactly this share"_tr, "of equal weights, the first are discarded"_tr},
        {"keep", "below a threshold"_tr, "ties are kept, as in the tutorial’s code"_tr}};
};

enum class StepOrder {
    residualFirst,  ///< fuse, residual, discard, renormalise (the tutorial form)
    discardFirst,   ///< fuse, discard, residual, renormalise (the vit-explain form)
};
template <>
struct Names<StepOrder> {
    static constexpr ChoiceName list[] = {
        {"residual-first", "residual, then discard"_tr, "the tutorial form"_tr},
        {"discard-first", "discard, then residual"_tr, "the vit-explain form"_tr}};
};

/// How a layer's matrix is divided after residual and discard.
enum class Normalise {
    rows,              ///< each row by its own sum
    columnsByRowSums,  ///< column j by row sum j, as in vit-explain as published, with its known slip
    none,              ///< not divided (for weights whose rows deliberately do not sum to 1)
};
template <>
struct Names<Normalise> {
    static constexpr ChoiceName list[] = {{"rows", "rows by their sum"_tr},
                                          {"columns-by-row-sums", "columns by row sums"_tr},
                                          {"none", "nothing"_tr}};
};

enum class Residual {
    weighted,  ///< A = a*I + (1-a)*W
    fixed,     ///< GlobEnc's W-Res, r_i from the file (else 1-a for all), 1-r_i on the diagonal
};
template <>
struct Names<Residual> {
    static constexpr ChoiceName list[] = {{"weighted", "weighted"_tr}, {"fixed", "fixed"_tr}};
};

/// How gradients weight the heads (gradient rollout and relevance only).
enum class GradientForm {
    positiveProduct,   ///< mean over heads of relu(G*W), Chefer et al. 2021
    meanThenPositive,  ///< mean over heads of G*W, then negatives to 0, vit-explain
};
template <>
struct Names<GradientForm> {
    static constexpr ChoiceName list[] = {{"positive-product", "mean of relu(G W)"_tr},
                                          {"mean-then-positive", "relu of mean G W"_tr}};
};

/// Where gradient rollout divides rows by their sums, since gradient-weighted rows do not sum to 1.
enum class GradientNormalise {
    afterResidual,  ///< a*I + (1-a)*M, then each row by its sum
    rowsFirst,      ///< each row of M by its sum (a zero row becomes identity), then a*I + (1-a)*M
};
template <>
struct Names<GradientNormalise> {
    static constexpr ChoiceName list[] = {{"after-residual", "after-residual"_tr},
                                          {"rows-first", "rows-first"_tr}};
};

/// Whether a token's relevance to itself includes the 1 that relevance starts with.
enum class IdentityTerm { keep, drop };
template <>
struct Names<IdentityTerm> {
    static constexpr ChoiceName list[] = {{"keep", "with its own 1"_tr, "R starts as I"_tr},
                                          {"drop", "without its own 1"_tr, "R - I"_tr}};
};

/// The source of the capacities of joint attribution.
enum class JointForm { attention, gradient, product };
template <>
struct Names<JointForm> {
    static constexpr ChoiceName list[] = {
        {"attention", "attention"_tr, "mean W"_tr},
        {"gradient", "gradient"_tr, "mean relu(G)"_tr, Needs::ownGradients},
        {"product", "product"_tr, "mean relu(W G)"_tr, Needs::gradients}};
};
/// The divisor of these capacities. With small ones the same barrier weighs more.
enum class JointScale { none, largest };
template <>
struct Names<JointScale> {
    static constexpr ChoiceName list[] = {
        {"none", "nothing"_tr, "unchanged"_tr},
        {"largest", "the largest"_tr, "the barrier weight is then relative to it"_tr}};
};

/// How the attention to attention sinks counts (core/statistics/attention_sinks.h).
enum class SinkUse {
    include,
    exclude,  ///< counts as not read, so it is added to the reader's own weight after heads are fused
};
template <>
struct Names<SinkUse> {
    static constexpr ChoiceName list[] = {
        {"include", "include"_tr, "unchanged"_tr},
        {"exclude", "exclude"_tr, "attention to a sink is added to the query’s own weight"_tr}};
};

/// How the heads of a single layer are fused, where this differs from every layer's choice.
struct LayerHeads {
    int layer = 0;                     ///< zero-based
    std::vector<int> heads;            ///< as Settings::heads; empty means those of every layer
    std::optional<HeadFusion> fusion;  ///< empty means that of every layer
    std::vector<double> weights;  ///< for the mean, one per head of the layer; empty means equal
    bool operator==(const LayerHeads&) const = default;
};

struct Settings {
    HeadFusion fusion = HeadFusion::mean;
    std::vector<int> heads;  ///< zero-based, ascending, no repeats; empty means all
    Residual residualKind = Residual::weighted;
    double residual = 0.5;  ///< a in [0, 1]
    double discard = 0.0;   ///< r in [0, 1), share of the smallest entries set to 0
    DiscardScope scope = DiscardScope::matrix;
    DiscardTies ties = DiscardTies::drop;
    DiscardProtect protect = DiscardProtect::nothing;
    int protectedToken = 0;  ///< for DiscardProtect::token
    StepOrder order = StepOrder::residualFirst;
    Normalise normalise = Normalise::rows;
    int startLayer = 0;  ///< zero-based; rollout and flow begin here (Chefer's start_layer)
    /// Zero-based, ascending, no repeats. Empty means all. The matrix of a layer not listed is the identity.
    std::vector<int> layers = {};
    std::vector<double> headWeights;  ///< for the mean, one per chosen head; empty means equal
    GradientNorm gradientNorm = GradientNorm::l2;  ///< for HeadFusion::gradientNorm
    /// A layer and the only head used in it, both zero-based. Empty if no layer has its own head.
    std::vector<int> headOfLayer = {};
    std::vector<LayerHeads> layerHeads;  ///< ascending, no layer twice
    GradientForm gradientForm = GradientForm::positiveProduct;
    GradientNormalise gradientNormalise = GradientNormalise::afterResidual;
    IdentityTerm ownOne = IdentityTerm::keep;
    JointForm jointForm = JointForm::attention;
    double barrier = 1e-3;  ///< mu of joint attribution, above 0, in units of the capacities
    JointScale jointScale = JointScale::none;
    SinkUse sinks = SinkUse::include;

    bool operator==(const Settings&) const = default;
};

/// False for a layer that is not in use (its matrix is the identity).
inline bool takesPart(const Settings& settings, int layer) {
    return settings.layers.empty() ||
           std::binary_search(settings.layers.begin(), settings.layers.end(), layer);
}

/// Whether the steps of a layer make each row from that row alone. Then each row is made separately in double, for
/// flow's capacities and to show how one weight arises. A step that reads more of the matrix is float32, and has to be
/// listed here.
inline bool makesRowsAlone(const Settings& settings) {
    return settings.discard <= 0.0 && settings.residualKind == Residual::weighted &&
           settings.normalise != Normalise::columnsByRowSums;
}

/// True for the layer of settings.headOfLayer, in which only one head is used.
inline bool hasOwnHead(const Settings& settings, int layer) {
    return settings.headOfLayer.size() == 2 && settings.headOfLayer[0] == layer;
}

/// The layer's own choice of heads. Null if it is the same as in every layer.
inline const LayerHeads* layerHeadsOf(const Settings& settings, int layer) {
    for (const LayerHeads& one : settings.layerHeads) {
        if (one.layer == layer) return &one;
    }
    return nullptr;
}

/// The heads that a layer's fusion takes, without regard to headOfLayer. Empty means all.
inline const std::vector<int>& fusedHeads(const Settings& settings, int layer) {
    const LayerHeads* own = layerHeadsOf(settings, layer);
    return own == nullptr || own->heads.empty() ? settings.heads : own->heads;
}

/// A named, citable setting.
struct Preset {
    std::string_view id;  ///< for files, links and the command line, such as "abnar-zuidema-2020"
    LocalizedText name;   ///< for people, such as "Abnar & Zuidema 2020"
    LocalizedText citation;
    Settings settings;
};

}  // namespace hw
