// SPDX-License-Identifier: MIT
// A run as a message in pieces for the engine. The pieces point to the numbers in the run itself. A long text has
// hundreds of megabytes of them, and nothing here copies them.
#include <algorithm>
#include <utility>

#include "model/protein/contacts.h"
#include "model/run/run.h"
#include "model/service/cut_run.h"
#include "model/service/question_parts.h"
#include "model/service/run_json.h"
#include "model/service/service.h"
#include "model/session/question_title.h"
#include "protocol/made_example.h"

namespace hw::service {
namespace {

using Layers = std::vector<std::vector<float>>;

std::uint32_t numberOf(double value) { return static_cast<std::uint32_t>(value); }

void dropForbidden(Layers& gradients, const Layers& weights) {
    for (std::size_t layer = 0; layer < gradients.size(); ++layer)
        model::dropForbidden(gradients[layer], weights[layer]);
}

/// Pointers to the numbers of the example's stacks.
std::vector<BorrowedLayers> lentOf(const Example& example, const model::Run& run,
                                   const model::PairGradients* gradients) {
    std::vector<BorrowedLayers> lent{{&example.attentions, run.trace.weights}};
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

/// Rarely used, so it is not inlined and not fetched with the first code.
[[gnu::noinline]] void askPatches(Example& example) { example.asks.emplace_back("patches"); }

}  // namespace

Result<Service::RunExample> Service::translatedOf(const Recipe& recipe, const model::Run& run,
                                                  const std::optional<model::Target>& target,
                                                  bool isSettled) {
    RunExample made;
    if (target && !recipe.target.empty()) {
        auto both = session_->gradients(run, *target);
        if (!both) return std::unexpected(std::move(both.error()));
        made.gradients = std::make_shared<model::PairGradients>(std::move(*both));
        dropForbidden(made.gradients->encoder.weights, run.trace.weights);
        dropForbidden(made.gradients->decoder.weights, run.output->trace.weights);
        dropForbidden(made.gradients->decoder.cross, run.output->trace.cross);
    }
    made.example = session_->described(run, made.gradients != nullptr, readsOutAll(run, isSettled));
    made.example.outputToken = positionOf(recipe, run);
    made.example.model = name_;
    if (made.gradients != nullptr)
        made.example.title = model::askedTitle(made.example.title, *session_, run, *target, {});
    return made;
}

Result<Service::RunExample> Service::exampleOf(const Recipe& recipe, const model::Run& run,
                                               bool isSettled, const model::Progress& progress) {
    const auto target = targetOf(recipe);
    if (!target) return std::unexpected(target.error());
    if (session_->facts().translates()) return translatedOf(recipe, run, *target, isSettled);
    RunExample made;
    if (*target && !recipe.target.empty()) {
        auto gradients = model::backward(session_->network(), run.trace, std::span(&**target, 1));
        if (!gradients) return std::unexpected(std::move(gradients.error()));
        made.gradients = std::make_shared<model::PairGradients>();
        made.gradients->encoder = std::move(*gradients);
        dropForbidden(made.gradients->encoder.weights, run.trace.weights);
    }
    made.example = session_->described(run, made.gradients != nullptr, readsOutAll(run, isSettled));
    Example& example = made.example;
    if (!recipe.scores.empty() && *target) {
        auto scores = interventionScores(
            {*session_, *base_, run, **target, recipe.target.empty(), {}, progress},
            recipe.scores == "usual" ? std::string_view() : std::string_view(recipe.scores));
        if (!scores) return std::unexpected(std::move(scores.error()));
        example.importance = std::move(*scores);
    }
    if (example.outputToken != meanOfTokens) example.outputToken = positionOf(recipe, run);
    example.model = name_;
    if (made.gradients != nullptr)
        example.title = model::askedTitle(example.title, *session_, run, **target,
                                          comparedTitle(recipe.target));
    return made;
}

Result<Reply> Service::run(const Values& request, const model::Progress& progress) {
    const Recipe recipe = recipeOf(request.object("recipe"));
    const auto latestRun = latest(recipe);
    if (!latestRun) return std::unexpected(latestRun.error());
    const model::Run& run = **latestRun;
    MadeExample made;
    made.document = numberOf(request.real("document"));
    made.name = request.text("name");
    made.form = "model";
    made.isShown = request.truth("isShown");
    made.isSettled = request.truth("isSettled");
    made.recipe = {"prompt", request.text("as")};
    auto content = exampleOf(recipe, run, made.isSettled, progress);
    if (!content) return std::unexpected(std::move(content.error()));
    made.example = std::move(content->example);
    // A place of another text's run has no counterpart in a picture's.
    if (session_->facts().readsPictures())
        made.example.asks = {"lens", "blanked", "experiment", "decide"};
    else
        made.example.asks = {"lens", "blanked", "experiment", "decide", "swap"};
    // Other models refuse it with the reason.
    if (!session_->facts().readsPictures() && !made.example.decoder)
        made.example.asks.emplace_back("circuit");
    if (run.sight) askPatches(made.example);
    if (session_->facts().hears()) made.example.asks = {"sound"};
    if (model::hasContacts(session_->network())) made.example.asks.emplace_back("contacts");
    if (recipe.isCut()) {
        const std::vector<std::string> none;
        const auto& decoder = made.example.decoder;
        made.example.title = cutTitle(made.example.title, recipe,
                                      {made.example.tokens, decoder ? decoder->tokens : none});
        made.example.cuts = cutEdges_;
    }
    if (recipe.step >= 0)
        made.example.title = formatText("{} · step {}"_tr, {made.example.title, recipe.step});
    auto json = runJson(recipe, run, made.isSettled);
    if (!json) return std::unexpected(std::move(json.error()));
    Pieces message = piecesOf(numberOf(request.real("ticket")), made,
                              lentOf(made.example, run, content->gradients.get()));
    return Reply{std::move(*json), std::move(message), std::move(content->gradients)};
}

}  // namespace hw::service
