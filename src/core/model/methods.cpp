// SPDX-License-Identifier: MIT
#include "core/model/methods.h"

#include <array>

namespace hw {
namespace {

/// In the order of Method.
constexpr MethodTexts methodTexts[] = {
    {.method = Method::raw,
     .brief = "Raw"_tr,
     .words = "raw attention"_tr,
     .action = "Raw attention"_tr,
     .key = "w",
     .caption = "Raw attention"_tr,
     .help = "fused attention of each layer",
     .subject = "Raw attention of each layer",
     .tip = "This layer’s attention weights, with the heads in use combined."_tr,
     .title = "What {} attends to|What {} attend to"_tr},
    {.method = Method::rollout,
     .brief = "Rollout"_tr,
     .words = "rollout"_tr,
     .action = "Attention rollout"_tr,
     .key = "r",
     .caption = "Attention rollout (Abnar & Zuidema 2020)"_tr,
     .help = "attention rollout up to each layer (Abnar & Zuidema 2020)",
     .subject = "Attention rollout (Abnar and Zuidema, 2020)",
     .tip = "Multiplies the attention of all layers up to this one."_tr,
     .title = "Where {} could get information"_tr},
    {.method = Method::flow,
     .brief = "Flow"_tr,
     .words = "attention flow"_tr,
     .action = "Attention flow"_tr,
     .key = "f",
     .caption = "Attention flow (Abnar & Zuidema 2020)"_tr,
     .help = "attention flow from above each layer (Abnar & Zuidema 2020)",
     .subject =
         "Attention flow (Abnar and Zuidema, 2020), the maximum flow for each pair of tokens "
         "with attention as capacities,",
     .tip =
         "How much of an input could reach the output if attention weights were pipe widths (maximum flow)."_tr,
     .title = "How much of each input can reach {}"_tr},
    {.method = Method::gradientRollout,
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
         "Gradient rollout covers one side only. Use relevance across encoder and decoder."_tr,
     .tip = "Rollout of attention weighted by a prediction’s gradients."_tr,
     .title = "Attribution of the answer at {} to each token"_tr},
    {.method = Method::relevance,
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
     .tip = "Attention times a prediction’s gradients, added up over layers."_tr,
     .title = "Attribution of the answer at {} to each token"_tr},
    {.method = Method::gradSam,
     .brief = "Grad-SAM"_tr,
     .words = "Grad-SAM"_tr,
     .action = "Grad-SAM"_tr,
     .key = "",
     .caption =
         "Grad-SAM, the mean of gradient-weighted attention over layers (Barkan et al. 2021)"_tr,
     .help = "mean of gradient-weighted attention over layers (Barkan et al. 2021)",
     .subject = "Grad-SAM (Barkan et al., 2021), before its sum over tokens,",
     .cite =
         "Barkan et al. 2021, Grad-SAM: Explaining Transformers via Gradient Self-Attention Maps, CIKM, arXiv:2204.11073 (before the sum over tokens, since accounts differ between queries and keys)"_tr,
     .sentence = "E was averaged over the layers",
     .notAcross = "Grad-SAM covers one side only. Use relevance across encoder and decoder."_tr,
     .notExplained = "Grad-SAM averages layers, and nothing passes between them."_tr,
     .tip = "Attention weighted by a prediction’s gradients, averaged over layers."_tr,
     .title = "Attribution of the answer at {} to each token"_tr},
    {.method = Method::joint,
     .brief = "Joint"_tr,
     .words = "joint attribution"_tr,
     .action = "Joint attribution"_tr,
     .key = "",
     .caption =
         "Joint attribution, generalized attention flow (after Azarkhalili & Libbrecht 2025)"_tr,
     .help = "flow from all inputs at once (after Azarkhalili & Libbrecht 2025)",
     .subject = "Joint attribution (generalized attention flow, after Azarkhalili and Libbrecht, "
                "2025)",
     .cite =
         "After Azarkhalili & Libbrecht 2025, Generalized Attention Flow, ACL, arXiv:2502.15765 (our reading, from independent accounts of the paper)"_tr,
     .notAcross = "Joint attribution is defined only for one stack of self-attention."_tr,
     .notExplained = "Joint attribution is the solution of an optimisation, not a sum of terms."_tr,
     .tip = "The flow from all inputs together, uniquely split among them."_tr,
     .title = "Flow from each token to {}"_tr},
};

static_assert(
    [] {
        for (std::size_t row = 0; row < std::size(methodTexts); ++row) {
            if (methodTexts[row].method != static_cast<Method>(row)) return false;
        }
        return std::size(methodTexts) == std::size(methods);
    }(),
    "each method has its texts, in the same order");

}  // namespace

const MethodTexts& textsOf(Method method) { return methodTexts[std::to_underlying(method)]; }

}  // namespace hw
