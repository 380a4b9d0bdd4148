// SPDX-License-Identifier: MIT
// Any bytes as a file, through every reader and importer. Gives a document that keeps its promises, or a Problem with
// words.
#include <algorithm>
#include <optional>

#include "core/methods/method_stack.h"
#include "core/report/check_report.h"
#include "fuzz/targets.h"
#include "io/importers/importer.h"
#include "io/open.h"
#include "io/readers/reader.h"

namespace hw::fuzz {
namespace {

void check(const AttentionTensor& tensor) {
    require(tensor.values.empty() || tensor.halves.empty());
    require(tensor.count() == static_cast<std::size_t>(tensor.layers) *
                                  static_cast<std::size_t>(tensor.heads) * tensor.matrixSize());
}

void check(const Decoder& decoder, std::size_t encoderTokens) {
    check(decoder.attentions);
    check(decoder.cross);
    require(!decoder.cross.empty());
    require(decoder.tokens.size() == static_cast<std::size_t>(decoder.cross.queries));
    require(encoderTokens == static_cast<std::size_t>(decoder.cross.keys));
    if (decoder.attentions.empty()) return;
    require(decoder.attentions.queries == decoder.attentions.keys);
    require(decoder.attentions.queries == decoder.cross.queries);
}

void check(const Example& example) {
    check(example.attentions);
    check(example.contributions);
    require(!example.attentions.empty() || !example.contributions.empty() ||
            example.decoder.has_value());
    for (const AttentionTensor* each : {&example.attentions, &example.contributions}) {
        require(each->queries == each->keys);
        if (!each->empty())
            require(example.tokens.size() == static_cast<std::size_t>(each->queries));
    }
    require(example.contributions.empty() ||
            (example.contributions.heads == 1 && !example.decoder.has_value()));
    const std::size_t predicting =
        example.decoder ? example.decoder->tokens.size() : example.tokens.size();
    require(example.predicted.empty() || example.predicted.size() == predicting);
    require(example.predictedProbability.empty() ||
            example.predictedProbability.size() == example.predicted.size());
    require(
        std::ranges::none_of(example.predictedProbability, [](float p) { return p < 0 || p > 1; }));
    for (const TokenClasses& each : example.tokenClasses)
        require(each.classes.size() == example.tokens.size());
    for (const Part part : {Part::encoder, Part::decoder, Part::cross}) {
        if (const AttentionTensor* gradients = gradientsOf(example, part))
            require(gradients->count() == tensorOf(example, part)->count());
    }
    for (const Importance& importance : example.importance)
        require(importance.values.size() == example.tokens.size());
    require(example.words.empty() || example.words.size() == example.tokens.size());
    require(example.segments.empty() || example.segments.size() == example.tokens.size());
    if (example.image) require(example.image->rows > 0 && example.image->cols > 0);
    if (example.decoder) check(*example.decoder, example.tokens.size());
}

void check(const Document& document) {
    require(!document.examples.empty() && !document.form.empty());
    for (const Problem& warning : document.warnings) require(!warning.finding.empty());
    for (const Example& example : document.examples) check(example);
    require(!checkReport(document, document.examples[0], 1).empty());
}

Limits limits() {
    Limits limits;
    limits.memoryBytes = 64 << 20;
    return limits;
}

OpenOptions optionsOf(std::size_t hash) {
    OpenOptions options;
    options.averageHeads = (hash & 1) != 0;
    options.batchItem = (hash & 2) != 0 ? 0 : -1;
    options.example = (hash & 4) != 0 ? 0 : -1;
    options.halfWeights = (hash & 16) != 0;
    options.normaliseRows = (hash & 32) != 0;
    return options;
}

/// Opens in two pieces. Empty if that fails with a Problem.
std::optional<Document> openCut(std::string_view bytes) {
    const std::size_t hash = hashOf(bytes);
    const std::size_t cut = hash / 64 % (bytes.size() + 1);
    Opening opening;
    std::optional<std::uint64_t> total;
    if ((hash & 8) == 0) total = bytes.size();
    opening.begin("fuzz", total, limits(), optionsOf(hash));
    for (const auto part : {bytes.substr(0, cut), bytes.substr(cut)}) {
        if (auto fine = opening.push(std::as_bytes(std::span(part))); !fine) {
            require(!fine.error().finding.empty());
            return {};
        }
    }
    auto document = opening.finish();
    if (!document) {
        require(!document.error().finding.empty());
        return {};
    }
    return std::move(*document);
}

}  // namespace

int anyFile(std::string_view bytes) {
    if (const auto document = openCut(bytes)) check(*document);
    return 0;
}

int fileOf(std::string_view importer, std::string_view bytes) {
    const auto document = openCut(bytes);
    if (!document || document->form != importer) return -1;
    check(*document);
    return 0;
}

int container(std::string_view name, std::string_view bytes) {
    const std::size_t hash = hashOf(bytes);
    io::ReadContext context;
    context.isKnown = io::isKnownForm;
    context.limits = limits();
    context.options = optionsOf(hash);
    if ((hash & 8) == 0) context.totalBytes = bytes.size();
    const auto reader = name == "npy"           ? io::makeNpyReader(context)
                        : name == "npz"         ? io::makeZipReader(context)
                        : name == "safetensors" ? io::makeSafetensorsReader(context)
                        : name == "gzip"        ? io::makeGzipReader(context)
                        : name == "page"        ? io::makePageReader(context)
                                                : io::makeScriptReader(context, (hash & 64) != 0);
    const std::size_t cut = hash / 128 % (bytes.size() + 1);
    for (const auto part : {bytes.substr(0, cut), bytes.substr(cut)}) {
        if (auto fine = reader->push(part); !fine) {
            require(!fine.error().finding.empty());
            return 0;
        }
    }
    const auto tree = reader->finish();
    if (tree) {
        require(!tree->empty());
    } else {
        require(!tree.error().finding.empty());
    }
    return 0;
}

}  // namespace hw::fuzz
