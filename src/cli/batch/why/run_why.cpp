// SPDX-License-Identifier: MIT
#include "cli/batch/why/run_why.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/batch/experiment/experiment_options.h"
#include "cli/model/model_run.h"
#include "cli/model/why.h"
#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "io/write/json_writer.h"
#include "model/experiment/flow_ranking.h"
#include "model/service/effects.h"
#include "model/service/question_parts.h"
#include "model/why/word_findings.h"

namespace hw::cli {
namespace {

constexpr std::string_view withoutSinks = "rollout-without-sinks";

/// The methods by name, from the options. Default: all that need no gradient and that the model has.
std::vector<std::string> comparedMethods(const BatchOptions& options,
                                         const model::Session& session) {
    if (!options.experiment.methods.empty()) return options.experiment.methods;
    std::vector<std::string> names{"hide"};
    if (const auto mask = model::blankNamed("mask", session); mask && mask->id >= 0)
        names.emplace_back("mask");
    if (!session.facts().readsPictures()) names.emplace_back("delete");
    constexpr std::array<std::string_view, 6> forward{"routes",  "direct", "attention",
                                                      "rollout", "flow",   withoutSinks};
    names.insert(names.end(), forward.begin(), forward.end());
    return names;
}

/// A number for each group of tokens, by each method.
class GroupValues {
public:
    GroupValues(const service::RunQuestion& asked, const why::WordFindings& found, int steps)
        : asked_(asked), found_(found), steps_(steps) {}

    /// Empty if this model or this text has no such numbers.
    Result<std::vector<double>> of(const std::string& name) {
        const why::Evidence& evidence = found_.overview.evidence;
        if (name == "routes") return evidence.routes;
        if (name == "direct") return evidence.direct;
        if (name == withoutSinks) return evidence.attention;
        if (model::blankNamed(name, asked_.session)) return lost(name);
        auto each = name == "flow" ? flow() : tokenValues(name);
        if (!each) return each;
        std::vector<double> sums;
        for (const std::vector<int>& group : found_.request.groups) {
            double sum = 0;
            for (const int token : group) sum += (*each)[token];
            sums.push_back(sum);
        }
        return sums;
    }

private:
    Result<std::vector<double>> lost(const std::string& test) const {
        const auto tested = service::testedGroups(asked_, test, found_.request.groups);
        if (!tested) return std::unexpected(tested.error());
        std::vector<double> falls;
        for (const service::GroupTest& one : *tested)
            falls.push_back(found_.overview.value - one.value);
        return falls;
    }
    Result<std::vector<double>> flow() const {
        std::vector<model::Unit> tokens;
        for (int token = 0; token < asked_.base.tokens(); ++token)
            tokens.push_back({.kind = model::UnitKind::token, .place = {.key = token}});
        return model::flowScores(example(nullptr), found_.overview.read, tokens);
    }
    /// The answer's row in a matrix of attention, through all layers. For other names, a score of ask with its sign.
    Result<std::vector<double>> tokenValues(const std::string& name) {
        const auto method = name == "attention" ? Method::raw : fromName<Method>(name);
        const bool isScore = !method || *method == Method::joint;
        if ((isScore || specOf(*method).needsGradients) && !gradients_) {
            auto asked = service::GradientQuestion::of(asked_.session, asked_.base, asked_.target);
            if (!asked) return std::unexpected(std::move(asked.error()));
            gradients_.emplace(std::move(*asked));
        }
        if (isScore) {
            auto scores = service::importanceOf(*gradients_, {name}, steps_, true);
            if (!scores) return std::unexpected(std::move(scores.error()));
            return std::move(scores->front().values);
        }
        const Example made = example(gradients_ ? &gradients_->gradients : nullptr);
        const Part part = made.decoder ? Part::cross : Part::encoder;
        const Settings settings;
        if (auto good = checkMethod(made, part, *method, settings); !good)
            return std::unexpected(std::move(good.error()));
        const auto stack = computeStack(made, part, *method, settings);
        if (!stack) return std::unexpected(stack.error());
        const Matrix& last = stack->back();
        std::vector<double> row(last.cols(), 0.0);
        for (int query = 0; query < last.rows(); ++query)
            for (int key = 0; key < last.cols(); ++key)
                row[key] += found_.overview.read[query] * last(query, key);
        return row;
    }
    Example example(const model::PairGradients* gradients) const {
        if (asked_.base.output) return asked_.session.translated(asked_.base, gradients, false);
        return asked_.session.toExample(asked_.base,
                                        gradients == nullptr ? nullptr : &gradients->encoder);
    }

    const service::RunQuestion& asked_;
    const why::WordFindings& found_;
    int steps_;
    std::optional<service::GradientQuestion> gradients_;
};

std::unexpected<Problem> badKnownWords(std::string finding) {
    return refusal(Code::badArgument, "known", std::move(finding),
                   "List words as headwaters why prints them, or token numbers from 0.");
}

/// The groups that contain a known word or token.
Result<std::vector<int>> knownGroups(const InputText& text, const why::Groups& groups,
                                     const std::vector<std::string>& names, int tokens) {
    std::vector<int> known;
    const auto add = [&](auto at) {
        const auto group = static_cast<int>(at);
        if (std::ranges::find(known, group) == known.end()) known.push_back(group);
    };
    if (const auto* words = std::get_if<std::vector<std::string>>(&text.known)) {
        for (const std::string& word : *words) {
            const auto at = std::ranges::find(names, word);
            if (at == names.end()) return badKnownWords("The text has no word \"" + word + "\".");
            add(at - names.begin());
        }
    } else {
        for (const int token : std::get<std::vector<int>>(text.known)) {
            if (token >= tokens)
                return badKnownWords("There is no token " + numberText(token) + "; the text has " +
                                     numberText(tokens) + ".");
            add(std::ranges::find_if(groups,
                                     [&](const std::vector<int>& group) {
                                         return std::ranges::find(group, token) != group.end();
                                     }) -
                groups.begin());
        }
    }
    if (known.empty()) return badKnownWords("The list of known words is empty.");
    std::ranges::sort(known);
    return known;
}

void writePlace(JsonWriter& json, std::string_view key, int place) {
    json.key(key);
    if (place < 0)
        json.null();
    else
        json.value(place);
}

}  // namespace

Result<std::string> whyLineJson(const model::Session& session, const InputText& text,
                                const BatchOptions& options, std::vector<Problem>& warnings) {
    const auto [given, named] = comparedText(session, text, options.model);
    const auto ran = runInput(session, given);
    if (!ran) return std::unexpected(ran.error());
    warnIfCut(session, *ran, warnings);
    auto question = whyTarget(session, *ran, named, options.model.as);
    if (!question) return std::unexpected(std::move(question.error()));
    const model::Run& run = question->longer ? *question->longer : *ran;
    const model::Progress nobody;
    service::GroupTests tested;
    const service::RunQuestion asked{.session = session,
                                     .base = run,
                                     .run = run,
                                     .target = std::move(question->target),
                                     .arguments = {},
                                     .progress = nobody,
                                     .tested = &tested};
    const bool byWords = options.byWords.value_or(false);
    const auto found =
        why::findWhy(asked, {.by = testOf(options.model), .groups = testedTogether(run, byWords)});
    if (!found) return std::unexpected(found.error());
    const why::Evidence& evidence = found->overview.evidence;
    const std::vector<std::string> names = why::groupNames(run, found->request.groups);
    const auto known = knownGroups(text, found->request.groups, names, run.tokens());
    if (!known) return std::unexpected(known.error());
    const auto takesPart = [&](int group) { return evidence.takesPart[group]; };
    const auto findable = std::ranges::count_if(*known, takesPart);
    if (findable == 0)
        return badKnownWords(
            "\"" + names[known->front()] +
            "\" is not tested, because the model answers there or it is not a word.");

    JsonWriter json;
    json.beginObject()
        .field("value", found->overview.value)
        .field("by", byWords ? "words" : "tokens")
        .field("test", found->request.by)
        .array("words", names)
        .array("known", *known)
        .field("chance", static_cast<double>(findable) /
                             static_cast<double>(std::ranges::count(evidence.takesPart, true)));
    if (!text.cluster.empty()) json.field("cluster", text.cluster);
    json.key("answer");
    if (asked.target.kind == model::TargetKind::cosine)
        json.null();
    else
        json.value(session.nameOf(asked.target.index));
    if (const auto& likeliest = found->overview.likeliest;
        !likeliest.empty() && !likeliest.front().isScore)
        json.field("probability", why::probabilityOf(asked, found->overview, asked.target.index));
    json.key("first").beginObject();
    GroupValues values(asked, *found, options.model.steps);
    for (const std::string& method : comparedMethods(options, session)) {
        const auto of = values.of(method);
        if (!of) return std::unexpected(of.error());
        if (of->empty()) continue;
        const bool isTest = model::blankNamed(method, session).has_value();
        const bool isSinkless = method == "routes" || method == "direct" || method == withoutSinks;
        std::vector<bool> may = evidence.takesPart;
        for (std::size_t group = 0; group < may.size(); ++group)
            if (isSinkless && evidence.isSink[group]) may[group] = false;
        writePlace(json, method,
                   why::largest(*of,
                                isTest ? found->overview.noise(asked.target)
                                       : -std::numeric_limits<double>::infinity(),
                                may));
    }
    json.endObject();
    writePlace(json, "named", found->verdict.naming.named);
    return json.field("votes", found->verdict.naming.votes).endObject().take();
}

}  // namespace hw::cli
