// SPDX-License-Identifier: MIT
#include "cli/model/ask_scores.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "cli/threads/threads.h"
#include "model/ask/contributions.h"
#include "model/ask/relevance.h"

namespace hw::cli {
namespace {

using Values = Result<std::vector<double>>;

std::unexpected<Problem> wrong(std::string_view name, std::string finding) {
    return std::unexpected(
        Problem{.code = Code::badArgument,
                .place = "scores",
                .finding = "\"" + std::string(name) + "\": " + std::move(finding),
                .remedy = "Use some of: hide, mask, delete, replace, replace:TOKEN, "
                          "value-zeroing, alti, norms, "
                          "gradient-x-input, integrated-gradients, chefer, direct.",
                .byte = {}});
}

/// What the runs' decompositions say, with their arrays.
Values decomposed(std::string_view name, const Asked& asked, TensorFile& file) {
    const int n = asked.run.tokens();
    const int layers = asked.session.network().spec.layerCount();
    const int heads = asked.session.network().spec.heads;
    if (name == "value-zeroing") {
        auto made = model::valueZeroing(asked.session.network(), asked.trace);
        if (!made) return std::unexpected(made.error());
        const std::vector<double> values = model::rolledRow(*made, asked.questioned().read());
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
    std::vector<double> values =
        name == "alti" ? model::readRow(made->altiJoined, asked.questioned().read())
                       : model::rolledRow(made->normsJoined, asked.questioned().read());
    if (std::ranges::find(file.arrays, "alti", &NamedArray::name) == file.arrays.end()) {
        file.add("norms", {layers, heads, n, n}, std::move(made->norms));
        file.add("norms_joined", {layers, n, n}, std::move(made->normsJoined));
        file.add("alti", {layers, n, n}, std::move(made->alti));
        file.add("alti_joined", {n, n}, std::move(made->altiJoined));
    }
    return values;
}

/// What stands beside the scores: arrays of a file, and what the pieces of integrated gradients leave out.
struct Beside {
    TensorFile file;
    std::optional<double> error;
};

Values scoreNamed(std::string_view name, const ModelOptions& options, const Asked& asked,
                  Beside& beside) {
    const model::Network& network = asked.session.network();
    if (model::blankNamed(name, asked.session))
        return model::blankedValues(asked.questioned(), name);
    if (name == "gradient-x-input")
        return model::gradientTimesInput(network, asked.text(), asked.gradients);
    if (name == "integrated-gradients") {
        const auto made =
            model::integratedGradients(network, asked.text(), asked.target, options.steps);
        if (!made) return std::unexpected(made.error());
        beside.error = made->error;
        return made->scores;
    }
    if (name == "chefer")
        return model::readRow(model::cheferRelevance(network.spec, asked.trace, asked.gradients),
                              asked.questioned().read());
    if (name == "value-zeroing" || name == "alti" || name == "norms" || name == "direct")
        return decomposed(name, asked, beside.file);
    return wrong(name, "there is no such score.");
}

}  // namespace

std::string_view plainName(std::string_view name) {
    constexpr std::string_view front = "blank-out:";
    if (name.starts_with(front)) name.remove_prefix(front.size());
    return name;
}

std::vector<std::string> scoreNames(const ModelOptions& options, bool usual) {
    std::vector<std::string> names = options.testWords;
    names.insert(names.end(), options.scores.begin(), options.scores.end());
    if (names.empty() && usual) names.emplace_back(model::usualBlank);
    return names;
}

std::vector<bool> takingPart(const model::Questioned& asked, Among among) {
    std::vector<bool> takesPart(asked.run.tokens(), true);
    if (among == Among::all) return takesPart;
    for (int token = 0; token < asked.run.tokens(); ++token)
        takesPart[token] = !asked.run.encoding.special[token];
    if (asked.run.output) return takesPart;
    const std::vector<double> read = asked.read();
    for (int token = 0; token < asked.run.tokens(); ++token)
        if (read[token] == 1) takesPart[token] = false;
    return takesPart;
}

void writeTests(JsonWriter& json, const model::Questioned& asked, double value,
                const std::vector<std::string>& names,
                const std::vector<std::vector<double>>& values, Among among,
                std::vector<Problem>& warnings) {
    std::vector<model::WordTest> tests;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string_view name = plainName(names[i]);
        if (!model::blankNamed(name, asked.session)) continue;
        model::WordTest test{model::describedBlank(name, asked.session), values[i]};
        for (double& fall : test.falls) fall = value - fall;
        tests.push_back(std::move(test));
    }
    if (tests.empty()) return;
    json.key("tests").beginArray();
    for (const model::WordTest& test : tests) {
        json.beginObject().field("name", test.blank.name);
        if (!test.blank.inserted.empty()) json.field("inserted", test.blank.inserted);
        if (std::string warning = model::blankWarning(test.blank); !warning.empty()) {
            json.field("warning", warning);
            warnings.push_back({.code = Code::badArgument,
                                .place = test.blank.name,
                                .finding = std::move(warning),
                                .remedy = "Use hide or delete.",
                                .byte = {}});
        }
        json.endObject();
    }
    json.endArray().field("among", nameOf(among));
    const std::vector<bool> takesPart = takingPart(asked, among);
    json.key("agreement").beginArray();
    for (const model::WordAgreement& one : model::agreementOf(tests, takesPart))
        json.beginObject()
            .field("first", tests[one.first].blank.name)
            .field("second", tests[one.second].blank.name)
            .field("correlation", one.correlation)
            .endObject();
    json.endArray().field("sentence",
                          model::agreementSentence(tests, takesPart, asked.run.encoding.tokens));
}

void writeQuestion(JsonWriter& json, const Asked& asked) {
    json.beginObject().field("value", asked.gradients.value);
    json.key("target").beginObject().field("kind", nameOf(asked.target.kind));
    if (asked.target.kind != model::TargetKind::cosine) {
        json.field("index", asked.target.index)
            .field("name", asked.session.nameOf(asked.target.index));
        if (asked.target.minus >= 0)
            json.field("minus", asked.target.minus)
                .field("minusName", asked.session.nameOf(asked.target.minus));
        if (model::isPerPosition(asked.session.answering().spec))
            json.field("position", asked.target.position);
    }
    json.endObject();
    json.array("tokens", asked.run.encoding.tokens);
    if (asked.run.encoding.whole > 0) json.field("tokens_of_text", asked.run.encoding.whole);
    if (asked.run.output)
        json.array("decoder_tokens", asked.run.output->encoding.tokens)
            .field("output", asked.run.output->text);
}

Result<void> writeScores(JsonWriter& json, const ModelOptions& options, const Asked& asked,
                         TensorFile& file, std::vector<Problem>& warnings) {
    // A score each for as many threads as there are; their arrays in the order of the names, each once.
    const std::vector<std::string> names =
        scoreNames(options, options.cuts.empty() && options.out.empty());
    const int count = static_cast<int>(names.size());
    std::vector<Values> values(names.size());
    std::vector<Beside> besides(names.size());
    eachOf(count, options.threads,
           [&](int i) { values[i] = scoreNamed(plainName(names[i]), options, asked, besides[i]); });
    json.key("scores").beginObject();
    for (int i = 0; i < count; ++i) {
        if (!values[i]) return std::unexpected(values[i].error());
        json.array(plainName(names[i]), *values[i]);
        for (NamedArray& array : besides[i].file.arrays)
            if (std::ranges::find(file.arrays, array.name, &NamedArray::name) == file.arrays.end())
                file.arrays.push_back(std::move(array));
    }
    json.endObject();
    std::vector<std::vector<double>> all;
    for (Values& each : values) all.push_back(std::move(*each));
    writeTests(json, asked.questioned(), asked.gradients.value, names, all, options.among,
               warnings);
    for (const Beside& beside : besides)
        if (beside.error) json.field("integrated_gradients_error", *beside.error);
    return {};
}

Result<std::vector<Importance>> importanceOf(const ModelOptions& options,
                                             const std::vector<std::string>& names,
                                             const Asked& asked, bool falls) {
    std::vector<Importance> all;
    Beside beside;
    for (const std::string& given : names) {
        const std::string_view name = plainName(given);
        auto values = scoreNamed(name, options, asked, beside);
        if (!values) return std::unexpected(values.error());
        const bool isTest = model::blankNamed(name, asked.session).has_value();
        for (double& value : *values) {
            if (isTest) value = asked.gradients.value - value;
            if (!falls) value = std::abs(value);
        }
        all.push_back({std::string(name), std::move(*values)});
    }
    return all;
}

void addGradients(TensorFile& file, const Asked& asked) {
    const model::Spec& spec = asked.session.network().spec;
    const int n = asked.run.tokens();
    std::vector<float> weights;
    for (const std::vector<float>& layer : asked.gradients.weights)
        weights.insert(weights.end(), layer.begin(), layer.end());
    file.add("attention_gradient", {spec.layerCount(), spec.heads, n, n}, std::move(weights));
    file.add("input_gradient", {n, spec.embeddingWidth}, asked.gradients.embeddings);
    file.add("stream_gradient", {n, spec.width}, asked.gradients.streams[0]);
    file.add("chefer", {n, n}, model::cheferRelevance(spec, asked.trace, asked.gradients));
}

}  // namespace hw::cli
