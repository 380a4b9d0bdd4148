// SPDX-License-Identifier: MIT
#include "cli/model/ask_scores.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "model/ask/blank_out.h"
#include "model/ask/contributions.h"
#include "model/ask/relevance.h"

namespace hw::cli {
namespace {

using model::Blank;
using Values = Result<std::vector<double>>;

std::unexpected<Problem> wrong(std::string_view name, std::string finding) {
    return std::unexpected(
        Problem{.code = Code::badArgument,
                .place = "scores",
                .finding = "\"" + std::string(name) + "\": " + std::move(finding),
                .remedy = "Use some of: mask, unk, pad, eos, zero-embedding, deletion, "
                          "value-zeroing, alti, norms, "
                          "gradient-x-input, integrated-gradients, chefer, direct.",
                .byte = {}});
}

std::vector<double> rowOf(std::span<const float> table, int row, int n) {
    const auto part = table.subspan(std::size_t{1} * row * n, n);
    return {part.begin(), part.end()};
}

/// How a token is blanked out, by its name; nullopt if it is no such name.
std::optional<Blank> blankNamed(std::string_view name, const Asked& asked) {
    if (name == "deletion") return Blank{Blank::Kind::deletion, 0};
    if (name == "zero-embedding" || name == "zero_embedding")
        return Blank{Blank::Kind::zeroEmbedding, 0};
    const model::Tokenizer* tokenizer = asked.session.tokenizer();
    if (tokenizer == nullptr) return std::nullopt;
    const model::SpecialIds& ids = tokenizer->specialIds();
    const std::array<std::pair<std::string_view, int>, 5> words{{{"mask", ids.mask},
                                                                 {"unk", ids.unknown},
                                                                 {"unknown", ids.unknown},
                                                                 {"pad", ids.pad},
                                                                 {"eos", ids.eos}}};
    for (const auto& [word, id] : words)
        if (name == word) return Blank{Blank::Kind::word, id};
    return std::nullopt;
}

Values blanked(std::string_view name, const Blank& blank, const Asked& asked) {
    if (blank.kind == Blank::Kind::word && blank.id < 0)
        return wrong(name, "the tokenizer has no such token.");
    model::Target target = asked.target;
    // The last word of whatever is left.
    const bool isLast = asked.session.facts().task() == model::Task::nextWord &&
                        target.position == asked.run.tokens() - 1;
    if (isLast) target.position = -1;
    return model::blankOut(asked.session.network(), asked.text(),
                           model::singleTokens(asked.run.tokens()), blank, target);
}

/// Rows divided by their sums, layers multiplied, as in rollout; the row that is looked at.
std::vector<double> rolled(const std::vector<float>& layers, int row, int n) {
    const std::size_t square = std::size_t{1} * n * n;
    std::vector<double> values(n, 0.0);
    values[row] = 1;
    for (std::size_t at = layers.size(); at >= square; at -= square) {
        std::vector<double> below(n, 0.0);
        for (int query = 0; query < n; ++query) {
            const float* own = layers.data() + (at - square) + std::size_t{1} * query * n;
            double sum = 0;
            for (int key = 0; key < n; ++key) sum += own[key];
            for (int key = 0; key < n && sum > 0; ++key)
                below[key] += values[query] * own[key] / sum;
        }
        values = below;
    }
    return values;
}

/// What the runs' decompositions say, with their arrays.
Values decomposed(std::string_view name, const Asked& asked, TensorFile& file) {
    const int n = asked.run.tokens();
    const int layers = asked.session.network().spec.layerCount();
    const int heads = asked.session.network().spec.heads;
    if (name == "value-zeroing") {
        auto made = model::valueZeroing(asked.session.network(), asked.trace);
        if (!made) return std::unexpected(made.error());
        const std::vector<double> values = rolled(*made, asked.row(), n);
        file.add("value_zeroing", {layers, n, n}, std::move(*made));
        return values;
    }
    if (name == "direct") {
        auto made = model::directShares(asked.session.network(), asked.trace, asked.target);
        if (!made) return std::unexpected(made.error());
        std::vector<double> values(n, 0.0);
        for (std::size_t i = 0; i < made->heads.size(); ++i)
            values[i % static_cast<std::size_t>(n)] += made->heads[i];
        file.add("direct", {layers, heads, n}, std::move(made->heads));
        return values;
    }
    auto made = model::contributions(asked.session.network(), asked.trace);
    if (!made) return std::unexpected(made.error());
    std::vector<double> values = name == "alti" ? rowOf(made->altiJoined, asked.row(), n)
                                                : rolled(made->normsJoined, asked.row(), n);
    if (std::ranges::find(file.arrays, "alti", &NamedArray::name) == file.arrays.end()) {
        file.add("norms", {layers, heads, n, n}, std::move(made->norms));
        file.add("norms_joined", {layers, n, n}, std::move(made->normsJoined));
        file.add("alti", {layers, n, n}, std::move(made->alti));
        file.add("alti_joined", {n, n}, std::move(made->altiJoined));
    }
    return values;
}

Values scoreNamed(std::string_view name, const ModelOptions& options, const Asked& asked,
                  TensorFile& file) {
    const model::Network& network = asked.session.network();
    if (const auto blank = blankNamed(name, asked)) return blanked(name, *blank, asked);
    if (name == "gradient-x-input")
        return model::gradientTimesInput(network, asked.text(), asked.gradients);
    if (name == "integrated-gradients") {
        const auto made =
            model::integratedGradients(network, asked.text(), asked.target, options.steps);
        if (!made) return std::unexpected(made.error());
        return made->scores;
    }
    if (name == "chefer")
        return rowOf(model::cheferRelevance(network.spec, asked.trace, asked.gradients),
                     asked.row(), asked.run.tokens());
    if (name == "value-zeroing" || name == "alti" || name == "norms" || name == "direct")
        return decomposed(name, asked, file);
    return wrong(name, "there is no such score.");
}

}  // namespace

int Asked::row() const {
    const model::Spec& spec = session.network().spec;
    if (spec.head.pool == model::Pool::last) return run.tokens() - 1;
    if (model::isPerPosition(spec)) return target.position < 0 ? run.tokens() - 1 : target.position;
    return 0;
}

Result<void> writeScores(JsonWriter& json, const ModelOptions& options, const Asked& asked,
                         TensorFile& file) {
    json.key("scores").beginObject();
    for (std::string_view name : options.scores) {
        constexpr std::string_view front = "blank-out:";
        if (name.starts_with(front)) name.remove_prefix(front.size());
        const auto values = scoreNamed(name, options, asked, file);
        if (!values) return std::unexpected(values.error());
        json.array(name, *values);
    }
    json.endObject();
    return {};
}

void addGradients(TensorFile& file, const Asked& asked) {
    const model::Spec& spec = asked.session.network().spec;
    const int n = asked.run.tokens();
    std::vector<float> weights;
    for (const std::vector<float>& layer : asked.gradients.weights)
        weights.insert(weights.end(), layer.begin(), layer.end());
    file.add("attention_gradient", {spec.layerCount(), spec.heads, n, n}, std::move(weights));
    file.add("input_gradient", {n, spec.embeddingWidth}, asked.gradients.words);
    file.add("stream_gradient", {n, spec.width}, asked.gradients.streams[0]);
    file.add("chefer", {n, n}, model::cheferRelevance(spec, asked.trace, asked.gradients));
}

}  // namespace hw::cli
