// SPDX-License-Identifier: MIT
// The methods, one row each: their names, and what each needs. What captions, tips and --help say about them:
// core/model/methods.cpp, since most of the program sees this table. How they are computed:
// core/methods/method_stack.h, core/flow/max_flow.h; the formulas that people read: page/models/formula.cpp.
#pragma once

#include "core/choice_names.h"

#include <utility>

namespace hw {

enum class Method { raw, rollout, flow, gradientRollout, relevance, gradSam, joint };

struct MethodSpec {
    std::string_view name;        ///< in links, files and on the command line: "gradient-rollout"
    Words label;                  ///< on a switch: "Gradient rollout"
    bool needsGradients = false;  ///< weighs heads by the gradients of a prediction
    /// Follows attention through all layers up to the chosen one; else a layer's values are its fused weights.
    bool overLayers = true;
    bool fuses = false;     ///< fuses heads as the settings of fusion say
    bool hasSteps = false;  ///< applies residual, discard and division to each layer
    /// Its values are products of the layers' matrices, of attention or of contributions, of either sign.
    bool isProduct = false;
    /// Across encoder and decoder one product of all layers of both sides: no layer is the first.
    bool wholeAcross = false;
    /// Across encoder and decoder its columns are the inputs of both sides.
    bool readsBothSides = false;
    bool hasOwnOne = false;  ///< each token begins with a 1 of its own (Settings::ownOne)
    /// All chosen outputs are one problem: there is no mean and no maximum of theirs.
    bool joinsOutputs = false;
    bool hasRelative = false;  ///< its rows can be shown divided by their sum
    /// Values this near are equal in rankings: flows through one cut differ in the last digits that float32 weights leave.
    double sameWithin = 0.0;
    bool isShare = false;  ///< an output's values are shares of 1
    bool isSlow = false;   ///< all pairs of a layer can take seconds
    /// One of the three that Abnar & Zuidema compare with a file's importance scores.
    bool ranked = false;
};

/// In the order of Method.
inline constexpr MethodSpec methods[] = {
    {.name = "raw",
     .label = "Raw"_tr,
     .overLayers = false,
     .fuses = true,
     .isProduct = true,
     .isShare = true,
     .ranked = true},
    {.name = "rollout",
     .label = "Rollout"_tr,
     .fuses = true,
     .hasSteps = true,
     .isProduct = true,
     .wholeAcross = true,
     .isShare = true,
     .ranked = true},
    {.name = "flow",
     .label = "Flow"_tr,
     .fuses = true,
     .hasSteps = true,
     .readsBothSides = true,
     .hasRelative = true,
     .sameWithin = 1e-9,
     .isSlow = true,
     .ranked = true},
    {.name = "gradient-rollout",
     .label = "Gradient rollout"_tr,
     .needsGradients = true,
     .hasSteps = true,
     .isShare = true},
    {.name = "relevance", .label = "Relevance"_tr, .needsGradients = true, .hasOwnOne = true},
    {.name = "grad-sam", .label = "Grad-SAM"_tr, .needsGradients = true},
    {.name = "joint", .label = "Joint attribution"_tr, .joinsOutputs = true, .isSlow = true},
};

template <>
struct Names<Method> {
    static constexpr auto list = [] {
        std::array<ChoiceName, std::size(methods)> words;
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = {methods[i].name, methods[i].label};
        return words;
    }();
};

constexpr const MethodSpec& specOf(Method method) { return methods[std::to_underlying(method)]; }

/// What captions, tips, keys, the command line and its help say about a method: a row each in core/model/methods.cpp.
struct MethodTexts {
    Method method;
    Words brief;           ///< short label, where many are side by side: "Gradient"
    Words words;           ///< in running text: "gradient rollout"
    Words action;          ///< in the help and the palette: "Attention rollout"
    std::string_view key;  ///< the key that selects it; may be empty
    /// In captions, with its authors.
    Words caption;
    std::string_view help;  ///< what --help says
    /// Start of a methods section's sentence, before "was computed with" (core/report/cited.h).
    std::string_view subject;
    /// Citation of the method itself, besides those of its settings; empty: the settings' are enough.
    Words cite = {};
    /// What the layers' matrices E become, after a gradient method without steps has told how E is made.
    std::string_view sentence = {};
    /// Why it does not exist across encoder and decoder; empty: it does.
    Words notAcross = {};
    /// Why its numbers are not taken apart (core/explain/explain.h); empty: they are.
    Words notExplained = {};
    Words tip;  ///< what it does, in one plain sentence
    /// Heading of the bars, of one output and of several.
    Words title;
};

const MethodTexts& textsOf(Method method);

/// In the order of Method: what its numbers do not say, whatever the data. Beside the rows, since programs that do not draw need none.
inline constexpr Words methodLimits[] = {
    "Above the first layer, tokens already contain information from others, so attention to one is not attention to that input."_tr,
    "Rollout assumes that information moves only through attention and residual connections. A high share only shows that it was available."_tr,
    "Flow is an upper bound for each input separately. Less may pass, and inputs may not reach their bounds together."_tr,
    "Rows are divided by their sums, so shares don’t show how much the answer depends on the inputs overall."_tr,
    "These numbers are not shares and have no common unit. Don’t compare their size between questions, texts or models."_tr,
    "Grad-SAM averages layers. Above the first, its numbers belong to positions whose vectors already contain other tokens."_tr,
    "Joint attribution is an upper bound. Its split among inputs depends on the barrier, not only on the model."_tr};
static_assert(std::size(methodLimits) == std::size(methods));
constexpr Words limitOf(Method method) { return methodLimits[std::to_underlying(method)]; }

/// The methods whose rankings are compared with a file's scores, in the order of the answer to
/// Query::What::correlation.
inline constexpr auto rankedMethods = [] {
    constexpr std::size_t count = [] {
        std::size_t ranked = 0;
        for (const MethodSpec& spec : methods) ranked += spec.ranked;
        return ranked;
    }();
    std::array<Method, count> ranked{};
    std::size_t next = 0;
    for (const Method method : every<Method>()) {
        if (specOf(method).ranked) ranked[next++] = method;
    }
    return ranked;
}();

}  // namespace hw
