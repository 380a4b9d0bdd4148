// SPDX-License-Identifier: MIT
// Files as other tools write them. Next to each sample is its .meta.json with the expected result.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <vector>

#include "io/support.h"

namespace hw::test {
namespace {

using io::Kind;
using io::NodeId;
using io::none;
using io::Tree;

// A sample and the form it must be recognised as. It is in tests/data/forms, or, if too large to be committed, only in
// the shared data.
struct Sample {
    const char* file;
    const char* form;
};

constexpr Sample samples[] = {
    {"headwaters/minimal.json", "headwaters"},
    {"headwaters/full.json", "headwaters"},
    {"headwaters/contributions.json", "headwaters"},
    {"headwaters/encoder_decoder.json", "headwaters"},
    {"headwaters/saved.json", "saved"},
    {"huggingface/lhnn.json", "huggingface"},
    {"huggingface/batch1.json", "huggingface"},
    {"huggingface/bare_lhnn.json", "huggingface"},
    {"huggingface/bare_batch1.json", "huggingface"},
    {"huggingface/lnn_heads_averaged.json", "huggingface"},
    {"huggingface/model_output.json", "huggingface"},
    {"huggingface/nan.json", "huggingface"},
    {"huggingface/null_all.json", "huggingface"},
    {"huggingface/null_some.json", "huggingface"},
    {"huggingface/pretty.json", "huggingface"},
    {"huggingface/tokens_last.json", "huggingface"},
    {"huggingface/encoder_decoder.json", "huggingface"},
    {"bertviz/head_view.params.json", "bertviz"},
    {"bertviz/head_view_cross_only.html", "bertviz"},
    {"bertviz/head_view_cross_only.params.json", "bertviz"},
    {"bertviz/head_view_encdec.params.json", "bertviz"},
    {"bertviz/head_view_layers.html", "bertviz"},
    {"bertviz/head_view_layers.params.json", "bertviz"},
    {"bertviz/head_view_odd_tokens.html", "bertviz"},
    {"bertviz/head_view_odd_tokens.params.json", "bertviz"},
    {"bertviz/head_view_sentencepiece.html", "bertviz"},
    {"bertviz/head_view_sentencepiece.params.json", "bertviz"},
    {"bertviz/model_view.params.json", "bertviz"},
    {"bertviz/model_view_encdec.params.json", "bertviz"},
    {"bertviz/model_view_heads.html", "bertviz"},
    {"bertviz/model_view_heads.params.json", "bertviz"},
    {"bertviz/notebook.ipynb", "notebook"},
    {"circuitsvis/attention_heads.html", "circuitsvis"},
    {"circuitsvis/attention_heads_all_layers.html", "circuitsvis"},
    {"circuitsvis/attention_pattern.html", "circuitsvis"},
    {"circuitsvis/attention_patterns.html", "circuitsvis"},
    {"exbert/attend_with_meta.json", "exbert"},
    {"exbert/payload_only.json", "exbert"},
    {"transformersjs/ort_encdec_named.json", "transformersjs"},
    {"transformersjs/shuffled_layer_order.json", "transformersjs"},
    {"transformersjs/v2_data_array.json", "transformersjs"},
    {"transformersjs/v2_data_object.json", "transformersjs"},
    {"transformersjs/v2_no_tokens.json", "transformersjs"},
    {"transformersjs/v3_encdec_named.json", "transformersjs"},
    {"transformersjs/v3_tolist.json", "huggingface"},
    {"transformer_explainer/cached.json", "transformer-explainer"},
    {"transformer_explainer/module.js", "transformer-explainer"},
    {"transformer_explainer/softmax_only.json", "transformer-explainer"},
    {"lit/attention_layer.json", "lit"},
    {"lit/predictions_list.json", "lit"},
    {"lit/slash_attention.json", "lit"},
    {"numpy/arr_list.npz", "huggingface"},
    {"numpy/att.npz", "huggingface"},
    {"numpy/batch1_f32.npy", "huggingface"},
    {"numpy/bigendian_f32.npy", "huggingface"},
    {"numpy/compressed.npz", "huggingface"},
    {"numpy/encdec.npz", "huggingface"},
    {"numpy/f16.npy", "huggingface"},
    {"numpy/f32.npy", "huggingface"},
    {"numpy/f64.npy", "huggingface"},
    {"numpy/fortran_f32.npy", "huggingface"},
    {"numpy/lnn_f32.npy", "huggingface"},
    {"numpy/object_tokens.npz", "huggingface"},
    {"safetensors/attentions_bf16.safetensors", "huggingface"},
    {"safetensors/attentions_f32.safetensors", "huggingface"},
    {"safetensors/encdec_f32.safetensors", "huggingface"},
    {"safetensors/per_layer_f16.safetensors", "huggingface"},
    {"gzip/batch1.json.gz", "huggingface"},
    {"generate/steps.json", "huggingface"},
};

constexpr Sample largeSamples[] = {
    {"forms/headwaters/image.json", "headwaters"},
    {"forms/huggingface/batch2.json", "huggingface"},
    {"forms/bertviz/head_view.html", "bertviz"},
    {"forms/bertviz/head_view_encdec.html", "bertviz"},
    {"forms/bertviz/head_view_pair.html", "bertviz"},
    {"forms/bertviz/head_view_pair.params.json", "bertviz"},
    {"forms/bertviz/model_view.html", "bertviz"},
    {"forms/bertviz/model_view_encdec.html", "bertviz"},
    {"forms/bertviz/neuron_view.html", "bertviz"},
    {"forms/bertviz/neuron_view.params.json", "bertviz"},
    {"forms/bertviz/neuron_view_pair.html", "bertviz"},
    {"forms/bertviz/neuron_view_pair.params.json", "bertviz"},
    {"forms/transformersjs/v3_self_list.json", "transformersjs"},
    {"forms/transformersjs/v3_self_named.json", "transformersjs"},
    {"forms/numpy/ocr_f32.npy", "huggingface"},
    {"forms/gzip/ocr.json.gz", "huggingface"},
    {"third_party/forms/circuitsvis/attention_heads_named.html", "circuitsvis"},
    {"third_party/forms/generate/encoder_decoder_steps.json", "huggingface"},
    {"third_party/forms/generate/steps.json", "huggingface"},
    {"third_party/forms/generate/steps_no_cache.json", "huggingface"},
    {"third_party/forms/generate/steps_tokens_equal_rows.json", "huggingface"},
};

std::vector<int> numbers(const Tree& meta, NodeId node) {
    std::vector<int> result;
    if (!meta.is(node, Kind::numbers)) return result;
    for (const float value : meta.values(node)) result.push_back(static_cast<int>(value));
    return result;
}

std::vector<std::string> texts(const Tree& meta, NodeId node) {
    std::vector<std::string> result;
    if (!meta.is(node, Kind::array)) return result;
    for (const NodeId child : meta.children(node)) result.emplace_back(meta.string(child));
    return result;
}

std::vector<int> shape(const AttentionTensor& a) { return {a.layers, a.heads, a.queries, a.keys}; }

void checkRow(const Tree& meta, NodeId check, const AttentionTensor& tensor) {
    const std::vector<int> row = numbers(meta, meta.find(check, "row"));
    REQUIRE(row.size() == 3);
    std::vector<float> room;
    REQUIRE((row[0] < tensor.layers && row[1] < tensor.heads && row[2] < tensor.queries));
    const auto found = tensor.row(row[0], row[1], row[2], room);
    const NodeId values = meta.find(check, "values");
    REQUIRE(meta.is(values, Kind::numbers));
    const auto expected = meta.values(values);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::isnan(expected[i])) {
            CHECK(std::isnan(found[i]));
        } else {
            CHECK(std::fabs(found[i] - expected[i]) <= 1e-6F);
        }
    }
}

void checkPart(const Tree& meta, NodeId part, const AttentionTensor& tensor,
               const std::vector<std::string>& tokens) {
    REQUIRE(part != none);
    CHECK(shape(tensor) == numbers(meta, meta.find(part, "shape")));
    CHECK(tokens == texts(meta, meta.find(part, "tokens")));
    for (const NodeId check : meta.children(meta.find(part, "checks")))
        checkRow(meta, check, tensor);
}

void checkCrossOnly(const Tree& meta, const Example& example) {
    REQUIRE(example.decoder.has_value());
    CHECK(example.kind() == AttentionKind::encoderDecoder);
    CHECK(example.attentions.empty());
    CHECK(example.decoder->attentions.empty());
    CHECK(example.tokens == texts(meta, meta.find(Tree::root, "key_tokens")));
    CHECK(example.decoder->tokens == texts(meta, meta.find(Tree::root, "tokens")));
    CHECK(shape(example.decoder->cross) == numbers(meta, meta.find(Tree::root, "shape")));
    checkRow(meta, meta.find(Tree::root, "checks"), example.decoder->cross);
}

void checkExample(const Tree& meta, const Example& example, bool numbered) {
    if (meta.find(Tree::root, "key_tokens") != none) return checkCrossOnly(meta, example);
    const NodeId parts = meta.find(Tree::root, "parts");
    if (parts != none) {
        REQUIRE(example.decoder.has_value());
        CHECK(example.kind() == AttentionKind::encoderDecoder);
        checkPart(meta, meta.find(parts, "encoder"), example.attentions, example.tokens);
        checkPart(meta, meta.find(parts, "decoder"), example.decoder->attentions,
                  example.decoder->tokens);
        checkPart(meta, meta.find(parts, "cross"), example.decoder->cross, example.decoder->tokens);
        return;
    }
    const std::vector<int> found = shape(example.attentions);
    if (found == numbers(meta, meta.find(Tree::root, "alternative_shape"))) return;
    CHECK(found == numbers(meta, meta.find(Tree::root, "shape")));
    CHECK(example.tokensAreNumbered == numbered);
    if (!numbered) CHECK(example.tokens == texts(meta, meta.find(Tree::root, "tokens")));
    const bool causal = meta.string(meta.find(Tree::root, "kind")) == "causal";
    CHECK(example.kind() == (causal ? AttentionKind::causal : AttentionKind::self));
    checkRow(meta, meta.find(Tree::root, "checks"), example.attentions);
    const NodeId more = meta.find(Tree::root, "checks_more");
    if (meta.is(more, Kind::array)) {
        for (const NodeId check : meta.children(more)) checkRow(meta, check, example.attentions);
    }
}

void checkSample(const std::string& path, const Sample& sample) {
    INFO(sample.file);
    const std::string content = readFile(path);
    const auto meta = parse(readFile(path + ".meta.json"));
    REQUIRE_FALSE(content.empty());
    REQUIRE(meta.has_value());
    const std::string_view expect = meta->string(meta->find(Tree::root, "expect"));
    // The name is wrong on purpose, because the content decides.
    const auto document = openBytes(bytesOf(content), "picture.png");
    if (!document) {
        INFO(sentence(document.error()));
        CHECK(expect.find("error") != std::string_view::npos);
        CHECK_FALSE(document.error().finding.empty());
        CHECK_FALSE(document.error().remedy.empty());
        return;
    }
    CHECK(expect != "error");
    CHECK(document->form == sample.form);
    CHECK(document->name == "picture.png");
    if (expect == "ok") {
        std::string warnings;
        for (const Problem& warning : document->warnings) warnings += sentence(warning) + '\n';
        CHECK(warnings == "");
    }
    if (expect == "warning") CHECK_FALSE(document->warnings.empty());
    checkExample(*meta, document->examples.at(0),
                 !meta->is(meta->find(Tree::root, "tokens"), Kind::array));
}

}  // namespace

TEST_CASE("Every form is read with the shape, tokens and values it was written with", "[forms]") {
    for (const Sample& sample : samples)
        checkSample(std::string(HW_TEST_DATA) + "/forms/" + sample.file, sample);
}

TEST_CASE("Forms in larger files are read as well", "[forms]") {
    // These samples are not stored with the tests. Their small relatives above are.
    const std::string shared = HW_SHARED_DATA;
    std::size_t checked = 0;
    for (const Sample& sample : largeSamples) {
        if (shared.empty()) break;
        checkSample(shared + "/" + sample.file, sample);
        ++checked;
    }
    CHECK((shared.empty() || checked == std::size(largeSamples)));
}

}  // namespace hw::test
