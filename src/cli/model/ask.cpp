// SPDX-License-Identifier: MIT
#include "cli/model/ask.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/model/given_texts.h"
#include "cli/model/model_example.h"
#include "cli/model/model_run.h"
#include "cli/output/whole_file.h"
#include "cli/threads/threads.h"
#include "model/ask/relevance.h"
#include "model/service/effects.h"

namespace hw::cli {
namespace {

/// Of a model that translates those of encoder, decoder and cross-attention; else with the stream's, and with relevance.
void addGradients(TensorFile& file, const service::Asked& asked) {
    const model::Spec& spec = asked.session.network().spec;
    const model::Gradients& own = asked.gradients.encoder;
    const int n = asked.run.tokens();
    const std::string front = asked.run.output ? "encoder." : "";
    file.add(front + "attention_gradient", {spec.layerCount(), spec.heads, n, n},
             joined(own.weights));
    if (asked.run.output) {
        const model::Spec& decoder = asked.session.decoder()->spec;
        const model::Gradients& other = asked.gradients.decoder;
        const int m = asked.run.answeringTokens();
        file.add("decoder.attention_gradient", {decoder.layerCount(), decoder.heads, m, m},
                 joined(other.weights));
        file.add("cross.attention_gradient", {decoder.layerCount(), decoder.heads, m, n},
                 joined(other.cross));
        file.add("encoder.input_gradient", {n, spec.embeddingWidth}, own.embeddings);
        file.add("decoder.input_gradient", {m, decoder.embeddingWidth}, other.embeddings);
        return;
    }
    file.add("input_gradient", {n, spec.embeddingWidth}, own.embeddings);
    file.add("stream_gradient", {n, spec.width}, own.streams[0]);
    file.add("chefer", {n, n}, model::cheferRelevance(spec, asked.run.trace, own));
}

Result<void> writeTensors(const Options& options, const service::Asked& asked,
                          std::vector<service::NamedArray> arrays) {
    auto file = runTensors(asked.session, asked.run, std::max(asked.target.position, 0));
    if (!file) return std::unexpected(file.error());
    if (options.model.gradients) addGradients(*file, asked);
    for (service::NamedArray& array : arrays)
        file->add(std::move(array.name), std::move(array.shape), std::move(array.values));
    return replaceFile(options.model.out, file->safetensors());
}

}  // namespace

Result<std::string> askText(const Options& options, std::vector<Problem>& warnings) {
    const ModelOptions& own = options.model;
    const auto session = openAmong(options.file, options);
    if (!session) return std::unexpected(session.error());
    const auto run = runGiven(*session, givenOf(own));
    if (!run) return std::unexpected(run.error());
    warnIfCut(*session, *run, warnings);
    auto target = service::targetNamed(*session, *run, own.target, own.as);
    if (!target) return std::unexpected(std::move(target.error()));
    const auto asked = service::Asked::of(*session, *run, std::move(*target));
    if (!asked) return std::unexpected(asked.error());
    const service::Effects effects{.cuts = own.cuts,
                                   .rule = own.rule,
                                   .scores = scoreNames(own, own.cuts.empty() && own.out.empty()),
                                   .among = own.among,
                                   .steps = own.steps};
    const service::Workers workers{
        own.threads, [&](int count, const auto& work) { eachOf(count, own.threads, work); }};
    service::Beside beside;
    const auto json = service::effectsOf(*asked, effects, workers, beside);
    if (!json) return std::unexpected(json.error());
    std::ranges::move(beside.warnings, std::back_inserter(warnings));
    if (!own.out.empty())
        if (auto good = writeTensors(options, *asked, std::move(beside.arrays)); !good)
            return std::unexpected(good.error());
    return *json + '\n';
}

}  // namespace hw::cli
