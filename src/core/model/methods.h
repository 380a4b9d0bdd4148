// SPDX-License-Identifier: MIT
// The methods, one row each, with their names and needs. Their captions, tips and --help are in core/model/methods.cpp,
// since most of the program includes this table. core/methods/method_stack.h and core/flow/max_flow.h compute them, and
// page/models/formula.cpp has the formulas for people.
#pragma once

#include "core/choice_names.h"

#include <utility>

namespace hw {

enum class Method { raw, rollout, flow, gradientRollout, relevance, gradSam, joint };

struct MethodSpec {
    std::string_view name;  ///< in links, files and on the command line, such as "gradient-rollout"
    LocalizedText label;    ///< on a switch, such as "Gradient rollout"
    bool needsGradients = false;  ///< weights heads by the gradients of a prediction
    /// Follows attention through all layers up to the chosen one. Otherwise a layer's values are its fused weights.
    bool overLayers = true;
    bool fuses = false;     ///< fuses heads according to the fusion settings
    bool hasSteps = false;  ///< applies residual, discard and division to each layer
    /// Its values are products of the layers' matrices, of attention or of contributions, of either sign.
    bool isProduct = false;
    /// Across encoder and decoder it is one product of all layers of both sides, so no layer is the first.
    bool wholeAcross = false;
    /// Across encoder and decoder its columns are the inputs of both sides.
    bool readsBothSides = false;
    bool hasOwnOne = false;  ///< each token begins with its own 1 (Settings::ownOne)
    /// All chosen outputs are one problem, without a mean or maximum over them.
    bool joinsOutputs = false;
    bool hasRelative = false;  ///< its rows can be shown divided by their sum
    /// Values this near are equal in rankings. Flows through one cut differ in the last digits, because weights are
    /// float32.
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

/// The texts about a method in captions, tips, keys, the command line and its help. One row each in
/// core/model/methods.cpp.
struct MethodTexts {
    Method method;
    LocalizedText brief;   ///< short label, where many are side by side, such as "Gradient"
    LocalizedText words;   ///< in running text, such as "gradient rollout"
    LocalizedText action;  ///< in the help and the palette, such as "Attention rollout"
    std::string_view key;  ///< the key that selects it; may be empty
    /// In captions, with its authors.
    LocalizedText caption;
    std::string_view help;  ///< its text in --help
    /// Start of a methods section's sentence, before "was computed with" (core/report/cited.h).
    std::string_view subject;
    /// Citation of the method itself, in addition to those of its settings. Empty if the settings' are enough.
    LocalizedText cite = {};
    /// The text on the use of the layers' matrices E, for a gradient method without steps, after the text on how E is
    /// made.
    std::string_view sentence = {};
    /// Why it does not exist across encoder and decoder. Empty if it does.
    LocalizedText notAcross = {};
    /// Why its numbers cannot be explained (core/explain/explain.h). Empty if they can.
    LocalizedText notExplained = {};
    LocalizedText tip;  ///< its effect, in one plain sentence
    /// Heading of the bars, of one output and of several.
    LocalizedText title;
};

const MethodTexts& textsOf(Method method);

/// The limits of a method's numbers, whatever the data, in the order of Method. In a separate list, since programs that
/// do not draw need none.
inline constexpr LocalizedText methodLimits[] = {
    "Above the first layer, tokens already contain information from others, so attention to one is not attention to that input."_tr,
    "Rollout assumes that information moves only through attention and residual connections. A high share only shows that it was available."_tr,
    "Flow is an upper bound for each input. Less can pass, and inputs may not reach their bounds together."_tr,
    "Rows are divided by their sums, so shares don’t show how much the answer depends on the inputs overall."_tr,
    "These numbers are not shares. Don’t compare their size between questions, texts or models."_tr,
    "Grad-SAM averages layers. Above the first, its numbers belong to positions whose vectors already contain other tokens."_tr,
    "Joint attribution is an upper bound. Its split among inputs also depends on the barrier."_tr};
static_assert(std::size(methodLimits) == std::size(methods));
constexpr LocalizedText limitOf(Method method) { return methodLimits[std::to_underlying(method)]; }

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
