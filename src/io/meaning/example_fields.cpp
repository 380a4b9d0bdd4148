// SPDX-License-Identifier: MIT
#include "io/meaning/example_fields.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "core/model/contribution_kinds.h"
#include "io/meaning/analysis.h"
#include "io/meaning/pictures.h"
#include "io/meaning/predictions.h"
#include "io/meaning/token_classes.h"
#include "io/meaning/whole.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

// The first string found.
std::string text(const Tree& tree, NodeId object, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) {
        const NodeId node = tree.find(object, key);
        if (tree.is(node, Kind::string)) return std::string(tree.string(node));
    }
    return {};
}

void readImportance(const Tree& tree, NodeId node, const std::string& place, Example& example,
                    Document& document) {
    if (!tree.is(node, Kind::object)) return;
    for (NodeId child = tree.firstChild(node); child != none; child = tree.next(child)) {
        if (!tree.is(child, Kind::numbers))
            continue;  // notes on the method may be next to the scores
        Importance importance{std::string(tree.key(child)), tree.doubles(child)};
        if (importance.values.size() == example.tokens.size()) {
            example.importance.push_back(std::move(importance));
            continue;
        }
        warn(document, under(place, importance.name),
             formatText("{} for {} (ignored)."_tr,
                        {count(importance.values.size(), "{} score|{} scores"_tr),
                         count(example.tokens.size(), "{} token|{} tokens"_tr)}),
             "Give one score per token."_tr);
    }
}

// One whole number per token. null (a special token) becomes -1.
std::vector<int> readNumbers(const Tree& tree, NodeId node, const std::string& place,
                             std::size_t size, Document& document) {
    if (!tree.is(node, Kind::numbers) || tree.shape(node).rank != 1) return {};
    const auto values = tree.values(node);
    if (values.size() != size) {
        warn(document, place,
             formatText("{} for {} (ignored)."_tr, {count(values.size(), "{} number|{} numbers"_tr),
                                                    count(size, "{} token|{} tokens"_tr)}),
             "Give one number per token."_tr);
        return {};
    }
    std::vector<int> result;
    for (const float value : values) {
        result.push_back(value >= 0.0F && value < 1e9F ? static_cast<int>(value) : -1);
    }
    return result;
}

void readOutputToken(const Tree& tree, NodeId object, Example& example) {
    const std::size_t tokens =
        example.decoder ? example.decoder->tokens.size() : example.tokens.size();
    if (!example.decoder && text(tree, object, {"outputToken", "output_token"}) == "mean") {
        example.outputToken = meanOfTokens;
        return;
    }
    for (const NodeId node : {tree.find(object, "outputToken"), tree.find(object, "output_token"),
                              tree.find(object, "source"), tree.find(object, "meta", "source")}) {
        const int token = whole(tree, node);
        if (token < 0 || std::cmp_greater_equal(token, tokens)) continue;
        example.outputToken = token;
        return;
    }
}

void readContributionKind(const Tree& tree, NodeId object, Example& example) {
    if (example.contributions.empty()) return;
    example.contributionKind =
        excerpt(text(tree, object, {"contributionKind", "contribution_kind"}), 60);
    const ContributionKind* kind = findContributionKind(example.contributionKind);
    if (kind != nullptr && kind->isGlobal)
        example.contributions.kind = MatrixKind::globalContributions;
}

void readFields(const Tree& tree, NodeId object, const std::string& place, std::size_t item,
                Example& example, Document& document) {
    const std::size_t n = example.tokens.size();
    const NodeId meta = tree.find(object, "meta");
    const auto under1 = [&](std::string_view key) { return under(place, key); };
    if (const std::string title = text(tree, object, {"title"}); !title.empty())
        example.title = title;
    if (const std::string model = text(tree, object, {"model", "model_name"}); !model.empty())
        example.model = model;
    if (const std::string source = text(tree, object, {"source"}); !source.empty())
        example.source = source;
    example.cluster = text(tree, object, {"cluster"});
    example.productGradients = text(tree, object, {"gradientKind"}) == "products";
    readOutputToken(tree, object, example);
    readImportance(tree, tree.find(object, "importance"), under1("importance"), example, document);
    readTokenClasses(tree, object, place, example, document);
    readPictures(tree, object, place, example, document);
    example.words = readNumbers(tree, tree.find(object, "words"), under1("words"), n, document);
    NodeId segments = tree.find(object, "segments");
    if (segments == none) segments = tree.find(meta, "segments");
    if (segments == none) segments = tree.find(object, "token_type_ids");
    example.segments = readNumbers(tree, segments, under1("segments"), n, document);
    NodeId special = tree.find(object, "specialTokens");
    if (special == none) special = tree.find(object, "special_tokens");
    if (special == none) special = tree.find(meta, "special_tokens");
    for (NodeId child = special == none ? none : tree.firstChild(special); child != none;
         child = tree.next(child)) {
        if (tree.is(child, Kind::string)) example.specialTokens.emplace_back(tree.string(child));
    }
    readContributionKind(tree, object, example);
    readPredictions(tree, object, place, item, example, document);
    NodeId residual = tree.find(object, "fixedResidual");
    if (residual == none) residual = tree.find(object, "fixed_residual");
    if (tree.is(residual, Kind::numbers)) {
        const auto values = tree.values(residual);
        if (values.size() == std::size_t{1} * example.attentions.layers * n && n > 0 &&
            !values.empty()) {
            example.fixedResidual.assign(values.begin(), values.end());
        } else {
            warn(document, under1("fixedResidual"),
                 "The fixed residual is ignored because its shape is not layers x tokens."_tr,
                 "Give one value per layer and token."_tr);
        }
    }
}

}  // namespace

void readExampleFields(const Tree& tree, NodeId object, const std::string& place, std::size_t first,
                       const OpenOptions& options, Document& document) {
    const std::size_t begin = std::max(options.batchItem, 0);
    for (std::size_t i = first; i < document.examples.size(); ++i)
        readFields(tree, object, place, begin + i - first, document.examples[i], document);
}

Result<void> readAnalysisAndFields(Tree& tree, NodeId object, const std::string& place,
                                   const OpenOptions& options, Document& document) {
    const std::size_t before = document.examples.size();
    if (auto done = readAnalysis(tree, object, place, {}, options, document); !done) return done;
    readExampleFields(tree, object, place, before, options, document);
    return {};
}

}  // namespace hw::io
