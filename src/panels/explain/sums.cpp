// SPDX-License-Identifier: MIT
#include "panels/explain/sums.h"

#include <algorithm>
#include <cmath>

#include "core/model/methods.h"
#include "core/number_text.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/rules/opened_terms.h"

namespace hw {
namespace {

/// One number of a list, with a printed minus sign.
std::string decimalText(double value, int decimals) {
    return value < 0 ? signedNumber(value, decimals) : shownNumber(value, decimals);
}

std::string fieldsFor(OpenedTerms opened) { return "terms=" + termsText(opened); }

OpenedTerms withKey(OpenedTerms opened, NumberKind kind, int key) {
    opened.kind = kind;
    opened.key = key;
    return opened;
}

OpenedTerms further(OpenedTerms opened, int token) {
    opened.down.push_back(token);
    return opened;
}

/// In units of the last shown digit.
long long unitsOf(double value, int decimals) {
    return std::llround(value * std::pow(10.0, decimals));
}

/// The difference between the listed terms and the value, with the terms that are not listed (`others`, counted), the
/// correction, and rounding.
void addRest(ExplainModel& model, const Explanation& found, std::size_t listed,
             LocalizedText others) {
    double rest = 0;
    for (std::size_t i = listed; i < found.terms.size(); ++i) rest += found.terms[i].value;
    const auto add = [&](std::string words, double value) {
        model.more.push_back({std::move(words), decimalText(value, model.decimals), "", value});
    };
    if (listed < found.terms.size())
        add(pluralText(static_cast<int>(found.terms.size() - listed), others), rest);
    if (found.correction != 0) {
        add(found.correction < 0 ? "minus 1 for the token itself"_tr : "negative, counted as 0"_tr,
            found.correction);
    }
    long long units = 0;
    for (std::size_t i = 0; i < listed; ++i) units += unitsOf(found.terms[i].value, model.decimals);
    for (const ExplainedLine& line : model.more) units += unitsOf(line.value, model.decimals);
    const long long lacks = unitsOf(found.value, model.decimals) - units;
    if (lacks != 0) {
        add("rounding of the numbers above"_tr,
            static_cast<double>(lacks) / std::pow(10.0, model.decimals));
    }
}

float shareOf(double value, double largest) {
    return largest > 0 ? static_cast<float>(std::abs(value) / largest) : 0.0F;
}

void addHeads(ExplainModel& model, const Explanation& found, const AppState& state,
              const ProductLink& link) {
    const Settings& settings = state.view.settings;
    const bool gradients = specOf(state.view.method).needsGradients;
    model.narrowColumns = {"head"_tr, "share"_tr, "weight"_tr, "product"_tr};
    model.columns = {"head"_tr, "its share"_tr,
                     gradients ? "gradient × weight"_tr : "its weight"_tr, "product"_tr};
    model.lead = formatText(
        "The heads of {}, combined ({}). Each head’s share times its weight adds up to {}."_tr,
        {link.name(),
         gradients ? "each weight times its gradient"_tr.text() : wordOf(settings.fusion).shown(),
         model.value});
    const double largest = found.terms.empty() ? 0 : std::abs(found.terms.front().value);
    const std::size_t listed = std::min<std::size_t>(found.terms.size(), 24);
    for (std::size_t i = 0; i < listed; ++i) {
        const NumberTerm& term = found.terms[i];
        ExplainedTerm one;
        one.label = formatText("head {}"_tr, {term.token + 1});
        one.weight = {decimalText(term.weight, 4), "", term.weight};
        one.factor = {decimalText(term.factor, model.decimals), "", term.factor};
        one.product = {decimalText(term.value, model.decimals), "", term.value};
        one.share = shareOf(term.value, largest);
        model.terms.push_back(std::move(one));
    }
    addRest(model, found, listed, "{} more head|{} more heads"_tr);
}

std::string describeStep(const WeightStep& step, const AppState& state, int decimals) {
    const Settings& settings = state.view.settings;
    using Kind = WeightStep::Kind;
    switch (step.kind) {
        case Kind::fused:
            return specOf(state.view.method).needsGradients ? "the heads, weighted by gradients"_tr
                                                            : "the heads combined"_tr;
        case Kind::residual:
            if (settings.residualKind == Residual::fixed)
                return "with the file’s residual for this layer"_tr;
            return formatText("{} of this weight plus {} of the token itself (residual)"_tr,
                              {inLanguage(numberText(settingNumber(1 - settings.residual))),
                               inLanguage(numberText(settings.residual))});
        case Kind::ownOne: return "plus 1 for the token itself"_tr;
        case Kind::discarded:
            return step.value == 0 ? "discarded with the smallest weights"_tr
                                   : "kept after discarding the smallest weights"_tr;
        case Kind::divided:
            if (step.sum == 0) return "its row is empty"_tr;
            return formatText("divided by its row’s sum, {}"_tr, {decimalText(step.sum, decimals)});
        case Kind::handsOn: return "the layer is skipped and changes nothing"_tr;
    }
    return {};
}

void addSteps(ExplainModel& model, const Explanation& found, const AppState& state,
              const ProductLink& link) {
    model.lead =
        formatText("The weight of {}, step by step from heads to product."_tr, {link.name()});
    for (const WeightStep& step : found.steps) {
        ExplainedLine line{describeStep(step, state, model.decimals),
                           decimalText(step.value, model.decimals), "", step.value};
        if (step.kind == WeightStep::Kind::fused) {
            line.fields =
                fieldsFor(withKey(state.view.opened, NumberKind::fused, state.view.opened.key));
            model.nextFields = line.fields;
        }
        model.steps.push_back(std::move(line));
    }
}

void addProducts(ExplainModel& model, const Explanation& found, const AppState& state,
                 const TokenNames& names, const std::vector<ProductLink>& links) {
    const OpenedTerms& opened = state.view.opened;
    const std::size_t depth = opened.down.size();
    const ProductLink& link = links[depth];
    const bool atBottom = depth + 1 == links.size();
    const std::string below =
        atBottom ? std::string("input"_tr)
                 : formatText("{} after {}"_tr,
                              {textsOf(state.view.method).words, links[depth + 1].name()});
    model.narrowColumns = {"through"_tr, "weight"_tr, "below"_tr, "product"_tr};
    model.columns = {"through"_tr, formatText("weight in {}"_tr, {link.name()}), below,
                     "product"_tr};
    const std::string from = names.rowOf(link, found.place.query);
    const std::string to = names.key(model.key);
    model.lead =
        atBottom
            ? formatText(
                  "Below {} is the input itself, so the number is the weight of {} for {}."_tr,
                  {link.name(), to, from})
            : formatText(
                  "{} is the row of {} in {} times the column of {} in the {}. Each term is how much {} takes from a token, times how much that token has of {}."_tr,
                  {model.value, from, link.name(), to, below, from, to});
    const double largest = found.terms.empty() ? 0 : std::abs(found.terms.front().value);
    const std::size_t listed = std::min<std::size_t>(found.terms.size(), mostTerms);
    for (std::size_t i = 0; i < listed; ++i) {
        const NumberTerm& term = found.terms[i];
        ExplainedTerm one;
        one.label = names.columnOf(link, term.token);
        one.weight = {decimalText(term.weight, model.decimals),
                      fieldsFor(withKey(opened, NumberKind::weight, term.token)), term.weight};
        one.factor = {decimalText(term.factor, model.decimals),
                      atBottom ? "" : fieldsFor(further(opened, term.token)), term.factor};
        one.product = {decimalText(term.value, model.decimals), "", term.value};
        one.share = shareOf(term.value, largest);
        model.terms.push_back(std::move(one));
    }
    addRest(model, found, listed, "{} more token|{} more tokens"_tr);
    if (!model.terms.empty()) {
        const ExplainedTerm& first = model.terms.front();
        model.nextFields = atBottom ? first.weight.fields : first.factor.fields;
    }
    if (model.terms.empty())
        model.lead.append(" ").append("No information passes, since every product is 0."_tr);
}

/// The individual paths through all layers, if there are several layers.
void addWays(ExplainModel& model, const Explanation& found, const TokenNames& names,
             const std::vector<ProductLink>& links, std::size_t depth) {
    constexpr std::size_t most = 6;
    if (found.paths.size() < 2 || links.size() - depth < 2) return;
    model.waysHeading = "The same number split by path, largest first"_tr;
    double sum = 0;
    for (std::size_t i = 0; i < std::min(found.paths.size(), most); ++i) {
        const FlowPath& path = found.paths[i];
        std::string words = names.rowOf(links[depth], path.tokens.front());
        for (std::size_t level = 1; level < path.tokens.size(); ++level)
            words = names.columnOf(links[depth + level - 1], path.tokens[level]) + " → " + words;
        sum += path.amount;
        model.ways.push_back(
            {std::move(words), decimalText(path.amount, model.decimals), "", path.amount});
    }
    if (sum == found.value) return;
    model.ways.push_back({"all other paths combined"_tr,
                          decimalText(found.value - found.correction - sum, model.decimals), "",
                          found.value - found.correction - sum});
}

}  // namespace

void fillSum(ExplainModel& model, const Explanation& found, const AppState& state,
             const TokenNames& names, const std::vector<ProductLink>& links) {
    const std::size_t depth = state.view.opened.down.size();
    const NumberKind kind = found.place.kind;
    if (!specOf(found.method).overLayers || kind == NumberKind::fused) {
        if (depth < links.size()) addHeads(model, found, state, links[depth]);
    } else if (kind == NumberKind::weight) {
        if (depth < links.size()) addSteps(model, found, state, links[depth]);
    } else if (depth < links.size()) {
        addProducts(model, found, state, names, links);
        addWays(model, found, names, links, depth);
    } else {
        model.lead = "Below the first layer, each token has 1 of itself and 0 of others."_tr;
    }
}

}  // namespace hw
