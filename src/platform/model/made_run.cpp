// SPDX-License-Identifier: MIT
// A run as the engine gets it: a message in pieces, whose numbers lie in the run itself. Those of a long text have hundreds of
// megabytes, and nothing here copies them.
#include <algorithm>
#include <utility>

#include "model/run/run.h"
#include "model/session/question_title.h"
#include "platform/model/ask_parts.h"
#include "platform/model/cut_run.h"
#include "platform/model/cut_words.h"
#include "platform/model/requests.h"
#include "platform/model/told.h"
#include "protocol/made_example.h"

namespace hw {
namespace {

using Layers = std::vector<std::vector<float>>;

std::uint32_t numberOf(const std::string& text) {
    return static_cast<std::uint32_t>(std::max(numberIn(text), 0));
}

void dropForbidden(Layers& gradients, const Layers& weights) {
    for (std::size_t layer = 0; layer < gradients.size(); ++layer)
        model::dropForbidden(gradients[layer], weights[layer]);
}

/// Where the numbers of the example's stacks lie.
std::vector<LentLayers> lentOf(const Example& example, const model::Run& run,
                               const model::PairGradients* gradients) {
    std::vector<LentLayers> lent{{&example.attentions, run.trace.weights}};
    if (gradients != nullptr) lent.push_back({&example.gradients, gradients->encoder.weights});
    if (!example.decoder) return lent;
    const Decoder& decoder = *example.decoder;
    lent.push_back({&decoder.attentions, run.output->trace.weights});
    lent.push_back({&decoder.cross, run.output->trace.cross});
    if (gradients == nullptr) return lent;
    lent.push_back({&decoder.gradients, gradients->decoder.weights});
    lent.push_back({&decoder.crossGradients, gradients->decoder.cross});
    return lent;
}

}  // namespace

Result<ModelRequests::MadeRun> ModelRequests::translatedOf(
    const Asked& asked, const model::Run& run, const std::optional<model::Target>& target,
    bool isSettled) {
    MadeRun made;
    if (target && !asked.target.empty()) {
        auto both = session_->gradients(run, *target);
        if (!both) return std::unexpected(std::move(both.error()));
        made.gradients = std::make_shared<model::PairGradients>(std::move(*both));
        dropForbidden(made.gradients->encoder.weights, run.trace.weights);
        dropForbidden(made.gradients->decoder.weights, run.output->trace.weights);
        dropForbidden(made.gradients->decoder.cross, run.output->trace.cross);
    }
    made.example = session_->described(run, made.gradients != nullptr, readsOutAll(run, isSettled));
    made.example.outputToken = positionOf(asked, run);
    made.example.model = name_;
    if (made.gradients != nullptr)
        made.example.title = model::askedTitle(made.example.title, *session_, run, *target, {});
    return made;
}

Result<ModelRequests::MadeRun> ModelRequests::exampleOf(const Asked& asked, const model::Run& run,
                                                        bool isSettled,
                                                        const model::Progress& progress) {
    const auto target = targetOf(asked);
    if (!target) return std::unexpected(target.error());
    if (session_->facts().translates()) return translatedOf(asked, run, *target, isSettled);
    MadeRun made;
    if (*target && !asked.target.empty()) {
        auto gradients = model::backward(session_->network(), run.trace, std::span(&**target, 1));
        if (!gradients) return std::unexpected(std::move(gradients.error()));
        made.gradients = std::make_shared<model::PairGradients>();
        made.gradients->encoder = std::move(*gradients);
        dropForbidden(made.gradients->encoder.weights, run.trace.weights);
    }
    made.example = session_->described(run, made.gradients != nullptr, readsOutAll(run, isSettled));
    Example& example = made.example;
    if (!asked.scores.empty() && *target) {
        auto scores = interventionScores(
            {*session_, *base_, run, **target, asked.target.empty(), {}, progress},
            asked.scores == "usual" ? std::string_view() : std::string_view(asked.scores));
        if (!scores) return std::unexpected(std::move(scores.error()));
        example.importance = std::move(*scores);
    }
    if (example.outputToken != meanOfTokens) example.outputToken = positionOf(asked, run);
    example.model = name_;
    if (made.gradients != nullptr)
        example.title =
            model::askedTitle(example.title, *session_, run, **target, comparedTitle(asked.target));
    return made;
}

Result<ModelReply> ModelRequests::run(const std::vector<std::string>& request,
                                      const model::Progress& progress) {
    const Asked asked = askedIn(request, 6);
    const auto latestRun = latest(asked);
    if (!latestRun) return std::unexpected(latestRun.error());
    const model::Run& run = **latestRun;
    MadeExample made;
    made.document = numberOf(request[2]);
    made.name = request[3];
    made.form = "model";
    made.isShown = request[4] == "1";
    made.isSettled = request[5] == "1";
    made.recipe = {"prompt", asked.recipe};
    auto content = exampleOf(asked, run, made.isSettled, progress);
    if (!content) return std::unexpected(std::move(content.error()));
    made.example = std::move(content->example);
    if (asked.isCut()) {
        const CutTexts texts{asked.edges, asked.heads, asked.residuals, asked.hidden,
                             asked.rule,  asked.clean, asked.swaps};
        const std::vector<std::string> none;
        const auto& decoder = made.example.decoder;
        made.example.title = cutTitle(made.example.title, texts,
                                      {made.example.tokens, decoder ? decoder->tokens : none});
        made.example.cuts = cutEdges_;
    }
    auto json = told(asked, run, made.isSettled);
    if (!json) return std::unexpected(std::move(json.error()));
    Pieces message =
        piecesOf(numberOf(request[1]), made, lentOf(made.example, run, content->gradients.get()));
    return ModelReply{std::move(*json), std::move(message), std::move(content->gradients)};
}

}  // namespace hw
