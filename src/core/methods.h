// SPDX-License-Identifier: MIT
// The methods, one row each: what a menu, a link, a caption, the command line and its help say of them, and
// what each needs. How they are computed: core/method_stack.h, core/max_flow.h; their formulas as people
// read them: app/formulas.h.
#pragma once

#include "core/choice_names.h"

namespace hw {

enum class Method { raw, rollout, flow, gradientRollout, relevance };

struct MethodSpec {
    std::string_view name;   ///< in links, files and on the command line: "gradient-rollout"
    std::string_view label;  ///< on a switch: "Gradient rollout"
    std::string_view brief;  ///< the same where five stand beside each other: "Gradient"
    std::string_view words;  ///< in running text: "gradient rollout"
    /// In captions, with who it is from.
    std::string_view caption;
    /// Where the method itself is cited, beside its settings; empty: they say it.
    std::string_view cite;
    std::string_view help;        ///< what --help says
    bool needsGradients = false;  ///< weighs heads by a prediction's gradients
    bool overLayers = true;       ///< follows attention through all layers up to the chosen one
    /// One of the three that Abnar & Zuidema compare with a file's importance scores.
    bool ranked = true;
};

/// In the order of Method.
inline constexpr MethodSpec methods[] = {
    {"raw", "Raw", "Raw", "raw attention", "Raw attention", "", "fused attention of each layer",
     false, false},
    {"rollout", "Rollout", "Rollout", "rollout", "Attention rollout (Abnar & Zuidema 2020)", "",
     "attention rollout up to each layer (Abnar & Zuidema 2020)"},
    {"flow", "Flow", "Flow", "attention flow", "Attention flow (Abnar & Zuidema 2020)", "",
     "attention flow from above each layer (Abnar & Zuidema 2020)"},
    {"gradient-rollout", "Gradient rollout", "Gradient", "gradient rollout",
     "Rollout of gradient-weighted attention (Chefer, Gur & Wolf 2021)",
     "Chefer, Gur & Wolf 2021, Generic Attention-Model Explainability, ICCV, arXiv:2103.15679",
     "rollout of gradient-weighted attention", true, true, false},
    {"relevance", "Relevance", "Relevance", "relevance", "Relevance (Chefer, Gur & Wolf 2021)",
     "Chefer, Gur & Wolf 2021, Generic Attention-Model Explainability, ICCV, arXiv:2103.15679",
     "relevance (Chefer et al. 2021)", true, true, false},
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

constexpr const MethodSpec& specOf(Method method) {
    return methods[static_cast<std::size_t>(method)];
}

/// The methods whose rankings are compared with a file's scores, in the order that an answer to
/// Query::What::correlation has them.
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
