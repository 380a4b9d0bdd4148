// SPDX-License-Identifier: MIT
// The methods, one row each: what menus, links, captions, the command line and its help say about them, and
// what each needs. How they are computed: core/methods/method_stack.h, core/flow/max_flow.h; the formulas
// that people read: page/models/formula.cpp.
#pragma once

#include "core/choice_names.h"

#include <utility>

namespace hw {

enum class Method { raw, rollout, flow, gradientRollout, relevance, gradSam, joint };

struct MethodSpec {
    std::string_view name;  ///< in links, files and on the command line: "gradient-rollout"
    Words label;            ///< on a switch: "Gradient rollout"
    Words brief;            ///< short label, where many are side by side: "Gradient"
    Words words;            ///< in running text: "gradient rollout"
    Words action;           ///< in the help and the palette: "Attention rollout"
    std::string_view key;   ///< the key that selects it; may be empty
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
    bool needsGradients = false;  ///< weighs heads by the gradients of a prediction
    bool overLayers = true;       ///< follows attention through all layers up to the chosen one
    bool fuses = false;           ///< fuses heads as the settings of fusion say
    bool hasSteps = false;        ///< applies residual, discard and division to each layer
    bool isShare = false;         ///< an output's values are shares of 1
    bool isSlow = false;          ///< all pairs of a layer can take seconds
    /// One of the three that Abnar & Zuidema compare with a file's importance scores.
    bool ranked = false;
};

/// In the order of Method.
inline constexpr MethodSpec methods[] = {
    {.name = "raw",
     .label = "Raw"_tr,
     .brief = "Raw"_tr,
     .words = "raw attention"_tr,
     .action = "Raw attention"_tr,
     .key = "w",
     .caption = "Raw attention"_tr,
     .help = "fused attention of each layer",
     .subject = "Raw attention of each layer",
     .tip = "This layer’s attention weights, with its heads combined into one matrix."_tr,
     .title = "What {} attends to|What {} attend to"_tr,
     .overLayers = false,
     .fuses = true,
     .isShare = true,
     .ranked = true},
    {.name = "rollout",
     .label = "Rollout"_tr,
     .brief = "Rollout"_tr,
     .words = "rollout"_tr,
     .action = "Attention rollout"_tr,
     .key = "r",
     .caption = "Attention rollout (Abnar & Zuidema 2020)"_tr,
     .help = "attention rollout up to each layer (Abnar & Zuidema 2020)",
     .subject = "Attention rollout (Abnar and Zuidema, 2020)",
     .tip = "How information mixes from the input up to this layer: the product of all layers’ "
            "attention."_tr,
     .title = "Where {} could draw information from"_tr,
     .fuses = true,
     .hasSteps = true,
     .isShare = true,
     .ranked = true},
    {.name = "flow",
     .label = "Flow"_tr,
     .brief = "Flow"_tr,
     .words = "attention flow"_tr,
     .action = "Attention flow"_tr,
     .key = "f",
     .caption = "Attention flow (Abnar & Zuidema 2020)"_tr,
     .help = "attention flow from above each layer (Abnar & Zuidema 2020)",
     .subject =
         "Attention flow (Abnar and Zuidema, 2020), the maximum flow for each pair of tokens "
         "with attention as capacities,",
     .tip = "The most of an input that could reach the output token if attention weights "
            "were the widths of pipes: the maximum flow from the output down to the "
            "input."_tr,
     .title = "How much of each input can reach {}"_tr,
     .fuses = true,
     .hasSteps = true,
     .isSlow = true,
     .ranked = true},
    {.name = "gradient-rollout",
     .label = "Gradient rollout"_tr,
     .brief = "Gradient"_tr,
     .words = "gradient rollout"_tr,
     .action = "Gradient rollout"_tr,
     .key = "",
     .caption = "Rollout of gradient-weighted attention (Chefer, Gur & Wolf 2021)"_tr,
     .help = "rollout of gradient-weighted attention",
     .subject = "Rollout of gradient-weighted attention (Chefer et al., 2021)",
     .cite = "Chefer, Gur & Wolf 2021, Generic Attention-Model Explainability, ICCV, "
             "arXiv:2103.15679"_tr,
     .notAcross =
         "Gradient rollout covers one side only. Across encoder and decoder, use relevance."_tr,
     .tip = "Rollout of attention weighted by the gradients of a prediction."_tr,
     .title = "What the answer at {} owes to each token"_tr,
     .needsGradients = true,
     .hasSteps = true,
     .isShare = true},
    {.name = "relevance",
     .label = "Relevance"_tr,
     .brief = "Relevance"_tr,
     .words = "relevance"_tr,
     .action = "Relevance"_tr,
     .key = "",
     .caption = "Relevance (Chefer, Gur & Wolf 2021)"_tr,
     .help = "relevance (Chefer et al. 2021)",
     .subject = "Relevance (Chefer et al., 2021)",
     .cite = "Chefer, Gur & Wolf 2021, Generic Attention-Model Explainability, ICCV, "
             "arXiv:2103.15679"_tr,
     .sentence = "R = R + E R from R = I",
     .tip = "What each token contributes to a prediction: attention times gradient, added up over "
            "layers."_tr,
     .title = "What the answer at {} owes to each token"_tr,
     .needsGradients = true},
    {.name = "grad-sam",
     .label = "Grad-SAM"_tr,
     .brief = "Grad-SAM"_tr,
     .words = "Grad-SAM"_tr,
     .action = "Grad-SAM"_tr,
     .key = "",
     .caption =
         "Grad-SAM, the mean of gradient-weighted attention over layers (Barkan et al. 2021)"_tr,
     .help = "mean of gradient-weighted attention over layers (Barkan et al. 2021)",
     .subject = "Grad-SAM (Barkan et al., 2021), before its sum over tokens,",
     .cite = "Barkan et al. 2021, Grad-SAM: Explaining Transformers via Gradient "
             "Self-Attention Maps, CIKM, arXiv:2204.11073; shown before the sum over "
             "tokens, since accounts of the paper differ on whether it runs over queries "
             "or keys"_tr,
     .sentence = "E was averaged over the layers",
     .notAcross = "Grad-SAM covers one side only. Across encoder and decoder, use relevance."_tr,
     .notExplained = "Grad-SAM is a mean over layers: nothing passes from one to the next."_tr,
     .tip = "Attention weighted by the gradients of a prediction, averaged over layers; nothing "
            "passes from one layer to the next."_tr,
     .title = "What the answer at {} owes to each token"_tr,
     .needsGradients = true},
    {.name = "joint",
     .label = "Joint attribution"_tr,
     .brief = "Joint"_tr,
     .words = "joint attribution"_tr,
     .action = "Joint attribution"_tr,
     .key = "",
     .caption =
         "Joint attribution, generalized attention flow (after Azarkhalili & Libbrecht 2025)"_tr,
     .help = "flow from all inputs at once (after Azarkhalili & Libbrecht 2025)",
     .subject = "Joint attribution (generalized attention flow, after Azarkhalili and Libbrecht, "
                "2025)",
     .cite = "After Azarkhalili & Libbrecht 2025, Generalized Attention Flow, ACL, "
             "arXiv:2502.15765; our reading, based on independent accounts of the paper"_tr,
     .notAcross = "Joint attribution is defined on one stack of self-attention."_tr,
     .notExplained = "Joint attribution is the solution of an optimisation, not a sum of terms."_tr,
     .tip = "What flows to the output from all inputs together, split among them in a "
            "single well-defined way."_tr,
     .title = "What flows from each token to {}"_tr,
     .isSlow = true},
};

/// In the order of Method: what its numbers do not say, whatever the data. Beside the rows, since programs that do not draw need none.
inline constexpr Words methodLimits[] = {
    "Raw attention is one layer’s. Above the first layer a token’s vector already contains "
    "information from other tokens, so attention to a token is not attention to that input."_tr,
    "Rollout takes attention and the residual connection for the only way that information "
    "moves, and a high share for no more than what was available."_tr,
    "Flow is an upper bound, computed for each input on its own: it does not say how much passes, "
    "and all inputs together need not be able to reach the output that much."_tr,
    "Each layer’s rows are divided by their sums, so the shares don’t say how much the answer "
    "depends on the inputs in all."_tr,
    "The numbers are not shares and have no common unit: don’t compare their size between "
    "questions, texts or models."_tr,
    "Grad-SAM averages layers, and nothing passes from one to the next: above the first layer a "
    "number is that of a position, whose vector already contains other tokens."_tr,
    "Joint attribution is an upper bound on what could pass, split among the inputs; the split "
    "depends on the barrier, not only on the model."_tr};
static_assert(std::size(methodLimits) == std::size(methods));

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
