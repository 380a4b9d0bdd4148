// SPDX-License-Identifier: MIT
// Saved analyses. Everything that a document holds comes back, to the last bit.
#include "io/write/analysis_file.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>

#include "io/link/pack.h"
#include "io/support.h"

namespace hw::test {
namespace {

const SavedBy by{"Headwaters 1.2", "https://example.org/", "2026-11-22T18:00:00Z",
                 "v=1&method=flow&layer=2&token=1"};

std::string saved(const Document& document, std::size_t atLeast = savedPiece) {
    std::string text;
    SavePlace place;
    while (!place.done) {
        const std::string piece = savedText(document, by, place, atLeast);
        REQUIRE((!piece.empty() || place.done));
        text += piece;
    }
    return text;
}

Document sample(const std::string& name) {
    auto document = open(readFile(HW_TEST_DATA "/" + name));
    INFO(name);
    REQUIRE(document.has_value());
    return std::move(*document);
}

Document again(const std::string& text) {
    auto document = open(text);
    INFO((document ? "" : sentence(document.error())));
    REQUIRE(document.has_value());
    return std::move(*document);
}

bool same(float a, float b) {
    return std::isfinite(a) ? std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b)
                            : !std::isfinite(b);
}

void checkSame(const AttentionTensor& a, const AttentionTensor& b) {
    REQUIRE(a.layers == b.layers);
    REQUIRE(a.heads == b.heads);
    REQUIRE(a.queries == b.queries);
    REQUIRE(a.keys == b.keys);
    CHECK(a.hasMissing == b.hasMissing);
    std::vector<float> room;
    std::vector<float> other;
    bool all = true;
    for (int layer = 0; layer < a.layers; ++layer) {
        for (int head = 0; head < a.heads; ++head) {
            for (int query = 0; query < a.queries; ++query) {
                const auto one = a.row(layer, head, query, room);
                const auto two = b.row(layer, head, query, other);
                for (std::size_t i = 0; i < one.size(); ++i) all = all && same(one[i], two[i]);
            }
        }
    }
    CHECK(all);
}

void checkSame(const Example& a, const Example& b) {
    CHECK(a.title == b.title);
    CHECK(a.model == b.model);
    CHECK(a.source == b.source);
    CHECK(a.tokens == b.tokens);
    CHECK(a.tokensAreNumbered == b.tokensAreNumbered);
    checkSame(a.attentions, b.attentions);
    checkSame(a.gradients, b.gradients);
    REQUIRE(a.importance.size() == b.importance.size());
    for (std::size_t i = 0; i < a.importance.size(); ++i) {
        CHECK(a.importance[i].name == b.importance[i].name);
        CHECK(a.importance[i].values == b.importance[i].values);
    }
    REQUIRE(a.image.has_value() == b.image.has_value());
    if (a.image) {
        CHECK(a.image->dataUrl == b.image->dataUrl);
        CHECK(a.image->rows == b.image->rows);
        CHECK(a.image->cols == b.image->cols);
        CHECK(a.image->firstPatchToken == b.image->firstPatchToken);
    }
    CHECK(a.words == b.words);
    CHECK(a.segments == b.segments);
    CHECK(a.specialTokens == b.specialTokens);
    CHECK(a.outputToken == b.outputToken);
    CHECK(a.fixedResidual == b.fixedResidual);
    checkSame(a.contributions, b.contributions);
    CHECK(a.contributions.kind == b.contributions.kind);
    CHECK(a.contributionKind == b.contributionKind);
    CHECK(a.predicted == b.predicted);
    CHECK(std::ranges::equal(a.predictedProbability, b.predictedProbability, [](float x, float y) {
        return x == y || (std::isnan(x) && std::isnan(y));
    }));
    REQUIRE(a.decoder.has_value() == b.decoder.has_value());
    if (!a.decoder) return;
    CHECK(a.decoder->tokens == b.decoder->tokens);
    checkSame(a.decoder->attentions, b.decoder->attentions);
    checkSame(a.decoder->cross, b.decoder->cross);
    checkSame(a.decoder->gradients, b.decoder->gradients);
    checkSame(a.decoder->crossGradients, b.decoder->crossGradients);
}

std::vector<std::string> findings(const Document& document) {
    std::vector<std::string> all;
    for (const Problem& warning : document.warnings) all.push_back(warning.finding);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace

TEST_CASE("save: everything that a file holds comes back, and its warnings once") {
    for (const std::string name :
         {"references/toy_agreement_keys.json", "references/date_gradients.json",
          "references/vit_digit_4.json", "references/use_lite_keys_cabinet.json",
          "forms/headwaters/full.json", "forms/headwaters/encoder_decoder.json",
          "forms/headwaters/contributions.json", "forms/huggingface/nan.json",
          "forms/huggingface/lnn_heads_averaged.json", "forms/numpy/f16.npy",
          "forms/numpy/encdec.npz", "forms/transformersjs/v2_no_tokens.json",
          "forms/bertviz/head_view_cross_only.params.json", "forms/lit/predictions_list.json",
          "forms/safetensors/attentions_bf16.safetensors"}) {
        INFO(name);
        const Document document = sample(name);
        const std::string text = saved(document);
        CHECK(saved(document, 1) == text);  // wherever it is cut
        const Document read = again(text);
        CHECK(read.form == "saved");
        REQUIRE(read.saved.has_value());
        CHECK(read.saved->program == by.program);
        CHECK(read.saved->address == by.address);
        CHECK(read.saved->time == by.time);
        CHECK(read.saved->view == by.view);
        REQUIRE(read.examples.size() == document.examples.size());
        for (std::size_t i = 0; i < read.examples.size(); ++i)
            checkSame(document.examples[i], read.examples[i]);
        CHECK(findings(read) == findings(document));
        CHECK(saved(read) == text);
    }
}

TEST_CASE("save: any weight comes back to the last bit, and what is no number as missing") {
    std::mt19937 random(17);
    Document document = sample("forms/headwaters/minimal.json");
    AttentionTensor& tensor = document.examples[0].attentions;
    document.examples[0].tokens.assign(60, "x");
    tensor = {};
    tensor.layers = 5;
    tensor.heads = 11;
    tensor.queries = tensor.keys = 60;
    for (int i = 0; i < 5 * 11 * 60 * 60; ++i)
        tensor.values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    tensor.hasMissing = true;
    const Document read = again(saved(document));
    checkSame(tensor, read.examples[0].attentions);
}

TEST_CASE("save: several examples, weights of 16 bits, and texts that need care") {
    Document document = sample("references/toy_agreement_keys.json");
    document.examples.push_back(sample("forms/headwaters/encoder_decoder.json").examples[0]);
    document.examples.push_back(document.examples[0]);
    document.examples[0].title = "\"quoted\"\n\\ \x01 \xE2\x80\xA8 ü";
    document.examples[0].attentions.toHalf();
    const Document read = again(saved(document));
    REQUIRE(read.examples.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) checkSame(document.examples[i], read.examples[i]);
}

TEST_CASE("save: what a link had lost is still said of the file that was saved of it") {
    const auto link = io::pack(sample("references/toy_agreement_keys.json"), {});
    REQUIRE(link.has_value());
    auto opened = io::openPacked(link->text);
    REQUIRE(opened.has_value());
    const Document read = again(saved(*opened));
    CHECK(std::ranges::any_of(read.warnings, [](const Problem& one) {
        return one.finding.find("The link lacks individual heads") != std::string::npos;
    }));
}

TEST_CASE("save: files that were cut or edited end in a message, or open without what was edited") {
    const std::string text = saved(sample("forms/headwaters/encoder_decoder.json"));
    for (std::size_t cut = 1; cut < text.size() - 1; cut += 1 + text.size() / 200) {
        const auto document = open(std::string_view(text).substr(0, cut));
        REQUIRE(!document.has_value());
        CHECK(!document.error().finding.empty());
        CHECK(!document.error().remedy.empty());
    }
    const auto edited = [&](std::string_view from, const std::string& to) {
        std::string changed = text;
        const std::size_t at = changed.find(from);
        REQUIRE(at != std::string::npos);
        changed.replace(at, from.size(), to);
        return again(changed);
    };
    CHECK(edited("\"v=1&method=flow&layer=2&token=1\"", "12").saved->view.empty());
    CHECK(edited("\"warnings\":[]", "\"warnings\":[7,\"x\",{\"finding\":3}]").examples.size() == 1);
    const Document huge = edited("v=1&method", std::string(100'000, 'v'));
    CHECK(huge.saved->view.empty());
    CHECK(std::ranges::any_of(huge.warnings, [](const Problem& one) {
        return one.place == "saved.view" && one.code == Code::tooLarge;
    }));
    CHECK(edited("Headwaters 1.2", std::string(100'000, 'h')).saved->program.size() < 400);
}

}  // namespace hw::test
