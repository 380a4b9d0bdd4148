// SPDX-License-Identifier: MIT
#include "core/explain/explain.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/explain/heaviest_paths.h"
#include "core/explain/weight_steps.h"
#include "core/methods/missing.h"
#include "core/model/methods.h"

namespace hw {
/// A matrix of the product. Not in an unnamed namespace, since Explainer::State has members of this type.
struct ExplainedLink {
    Part part;
    int layer;
};

namespace {

std::unexpected<Problem> refuse(std::string place, std::string finding, std::string remedy,
                                Code code = Code::badArgument) {
    return std::unexpected(Problem{.code = code,
                                   .place = std::move(place),
                                   .finding = std::move(finding),
                                   .remedy = std::move(remedy),
                                   .byte = {}});
}

/// From the input upward. Rollout across encoder and decoder goes through all layers of either.
std::vector<ExplainedLink> linksOf(const Example& example, Part part, Method method,
                                   const Settings& settings, int layer) {
    std::vector<ExplainedLink> links;
    const bool isGlobal = part != Part::cross && tensorOf(example, part)->isGlobal();
    if (!specOf(method).overLayers || isGlobal) return {{part, layer}};
    if (part != Part::cross) {
        for (int each = settings.startLayer; each <= layer; ++each) links.push_back({part, each});
        return links;
    }
    const auto addSide = [&](Part side) {
        const AttentionTensor* tensor = tensorOf(example, side);
        for (int each = settings.startLayer; tensor != nullptr && each < tensor->layers; ++each)
            links.push_back({side, each});
    };
    addSide(Part::encoder);
    links.push_back({Part::cross, layer});
    addSide(Part::decoder);
    return links;
}

Result<void> checkPlace(const Example& example, const std::vector<ExplainedLink>& links,
                        const NumberPlace& place) {
    const int left = static_cast<int>(links.size()) - place.down;
    const int fewest = place.kind == NumberKind::value ? 0 : 1;
    if (place.down < 0 || left < fewest) {
        return refuse("number", "There is no such factor."_tr,
                      "The number is a product of fewer layers."_tr);
    }
    const AttentionTensor& bottom = *tensorOf(example, links.front().part);
    const AttentionTensor& top = *tensorOf(example, links[std::max(left, 1) - 1].part);
    const int queries = left == 0 ? bottom.keys : top.queries;
    const int keys = place.kind == NumberKind::value ? bottom.keys : top.keys;
    if (place.query < 0 || place.query >= queries || place.key < 0 || place.key >= keys)
        return refuse("token", "There is no such token."_tr, "Tokens count from 0."_tr);
    return {};
}

/// Refuses a number that depends on missing weights.
Result<void> checkKnown(const Example& example, Part part, Method method, const Settings& settings,
                        const NumberPlace& place) {
    const Gaps gaps(example, part, method, settings);
    if (place.down > 0 || !gaps.isGap(place.layer, place.query, place.key)) return {};
    return refuse("", nothingKnown, "Choose a token or layer with weights."_tr, Code::noWeights);
}

}  // namespace

Result<void> checkExplained(const Example& example, Part part, Method method,
                            const Settings& settings, const NumberPlace& place) {
    if (auto good = checkMethod(example, part, method, settings); !good) return good;
    if (const LocalizedText why = textsOf(method).notExplained; !why.empty())
        return refuse("method", why, "Choose rollout or flow."_tr);
    if (part == Part::cross && (method == Method::relevance || method == Method::flow)) {
        return refuse("method",
                      formatText("{} can’t be broken down across encoder and decoder."_tr,
                                 {specOf(method).label}),
                      "Choose only the encoder or decoder, or rollout."_tr);
    }
    const AttentionTensor& tensor = *tensorOf(example, part);
    const int first = firstLayerOf(method, part, tensor.kind, settings);
    if (place.layer < first || place.layer >= tensor.layers) {
        return refuse("layer", "This layer has no number."_tr,
                      "Choose the start layer or a later one."_tr);
    }
    if (auto good = checkKnown(example, part, method, settings, place); !good) return good;
    const std::vector<ExplainedLink> links = linksOf(example, part, method, settings, place.layer);
    return checkPlace(example, links, place);
}

struct Explainer::State {
    bool advance();
    LayerSource source(const ExplainedLink& link) const {
        return {example, link.part, method, settings, link.layer};
    }
    void addRow(std::span<const double> matrix, int keys);
    void finishWeight();

    const Example& example;
    Method method;
    Settings settings;
    std::vector<ExplainedLink> links;  // those that are left
    int mostPaths;
    std::size_t done = 0;
    std::vector<double> column;  // of the product so far
    std::optional<HeaviestPaths> ways;
    Explanation found;
};

Result<Explainer> Explainer::begin(const Example& example, Part part, Method method,
                                   const Settings& settings, const NumberPlace& place,
                                   int mostPaths) {
    if (auto good = checkExplained(example, part, method, settings, place); !good)
        return std::unexpected(std::move(good.error()));
    if (method == Method::flow && place.kind == NumberKind::value)
        return refuse("method", "Flow is not a sum of products."_tr,
                      "It is explained by paths."_tr);
    std::vector<ExplainedLink> links = linksOf(example, part, method, settings, place.layer);
    const int keys = tensorOf(example, links.front().part)->keys;
    const int startLayer = links.front().layer;
    links.resize(links.size() - place.down);
    auto state =
        std::make_unique<State>(example, method, settings, std::move(links), mostPaths,
                                std::size_t{0}, std::vector<double>{}, std::nullopt, Explanation{});
    state->found.place = place;
    state->found.method = method;
    state->found.startLayer = startLayer;
    state->found.links = static_cast<int>(state->links.size());
    if (place.kind == NumberKind::value) {
        state->column.assign(keys, 0.0);
        state->column[place.key] = 1.0;
        if (specOf(method).overLayers && mostPaths > 0)
            state->ways.emplace(keys, place.key, mostPaths);
    }
    return Explainer(std::move(state));
}

Explainer::Explainer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;
Explainer::~Explainer() = default;

bool Explainer::advance() { return state_->advance(); }

bool Explainer::State::advance() {
    if (done >= links.size()) return false;
    if (found.place.kind != NumberKind::value || !specOf(method).overLayers) {
        done = links.size();
        finishWeight();
        return true;
    }
    const bool isTop = done + 1 == links.size();
    const LayerSource from = source(links[done]);
    const std::vector<double> matrix = layerMatrix(from);
    const int keys = from.attentions().keys;
    const int queries = from.attentions().queries;
    if (ways) ways->climb(matrix, queries, isTop ? found.place.query : -1);
    if (isTop) {
        addRow(std::span(matrix).subspan(std::size_t{1} * found.place.query * keys, keys), keys);
    } else {
        std::vector<double> next(queries, 0.0);
        const double* weight = matrix.data();
        for (double& sum : next) {
            for (const double below : column) sum += *weight++ * below;
        }
        column = std::move(next);
    }
    ++done;
    return true;
}

/// The last product: a row times the column.
void Explainer::State::addRow(std::span<const double> row, int keys) {
    for (int token = 0; token < keys; ++token) {
        const std::size_t at = token;
        const double value = row[at] * column[at];
        if (value != 0.0) found.terms.push_back({value, row[at], column[at], token});
    }
    sortTerms(found.terms);
    found.value = sumOfTerms(found.terms);
    if (ways) found.paths = ways->from(found.place.query);
    const bool dropsOwn = specOf(method).hasOwnOne && settings.ownOne == IdentityTerm::drop &&
                          found.place.query == found.place.key;
    if (dropsOwn) found.correction = -1.0;
    found.value += found.correction;
    double sum = 0.0;
    for (const FlowPath& path : found.paths) sum += path.amount;
    // With all paths listed, nothing is ignored, and the value's last digit is that of their sum.
    const bool isWhole = std::ssize(found.paths) < mostPaths;
    if (isWhole) found.value = sum + found.correction;
    found.rest = isWhole ? found.correction : found.value - sum;
}

void Explainer::State::finishWeight() {
    const LayerSource from = source(links.back());
    const int query = found.place.query;
    const int key = found.place.key;
    if (found.place.kind == NumberKind::weight && specOf(method).overLayers) {
        found.steps = weightSteps(from, query, key);
        found.value = found.steps.back().value;
    } else {
        found.terms = headTerms(from, query, key, found.correction);
        found.value = sumOfTerms(found.terms) + found.correction;
    }
    found.rest = 0.0;
}

Explanation Explainer::take() && {
    State& state = *state_;
    if (state.links.empty()) {  // the identity is below the first matrix
        const bool isOwn = state.found.place.query == state.found.place.key;
        state.found.value = isOwn ? 1.0 : 0.0;
        state.found.rest = state.found.value;
    }
    return std::move(state.found);
}

}  // namespace hw
