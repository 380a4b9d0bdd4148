// SPDX-License-Identifier: MIT
// Chunks may be cut anywhere. Each sample, cut at every byte, gives the same document.
#include <catch2/catch_test_macros.hpp>

#include <cstring>
#include <filesystem>
#include <vector>

#include "io/support.h"

namespace hw::test {
namespace {

bool same(const AttentionTensor& a, const AttentionTensor& b) {
    return a.layers == b.layers && a.heads == b.heads && a.queries == b.queries &&
           a.keys == b.keys && a.values.size() == b.values.size() && a.halves == b.halves &&
           (a.values.empty() ||
            std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(float)) == 0);
}

bool same(const Document& a, const Document& b) {
    bool equal = a.form == b.form && a.examples.size() == b.examples.size() &&
                 a.warnings.size() == b.warnings.size();
    for (std::size_t i = 0; equal && i < a.warnings.size(); ++i) {
        equal = sentence(a.warnings[i]) == sentence(b.warnings[i]);
    }
    for (std::size_t i = 0; equal && i < a.examples.size(); ++i) {
        const Example& x = a.examples[i];
        const Example& y = b.examples[i];
        equal = x.tokens == y.tokens && same(x.attentions, y.attentions) &&
                same(x.gradients, y.gradients) && x.decoder.has_value() == y.decoder.has_value() &&
                x.words == y.words && x.importance.size() == y.importance.size();
        if (equal && x.decoder) {
            equal = x.decoder->tokens == y.decoder->tokens &&
                    same(x.decoder->attentions, y.decoder->attentions) &&
                    same(x.decoder->cross, y.decoder->cross) &&
                    same(x.decoder->gradients, y.decoder->gradients) &&
                    same(x.decoder->crossGradients, y.decoder->crossGradients);
        }
    }
    return equal;
}

bool same(const Result<Document>& a, const Result<Document>& b) {
    if (a.has_value() != b.has_value()) return false;
    return a ? same(*a, *b) : a.error().code == b.error().code;
}

Result<Document> openInChunks(std::string_view text, std::size_t size, OpenOptions options = {}) {
    Opening opening;
    opening.begin("sample", text.size(), {}, options);
    for (std::size_t at = 0; at < text.size(); at += size) {
        if (auto fine = opening.push(bytesOf(text.substr(at, size))); !fine)
            return std::unexpected(fine.error());
    }
    return opening.finish();
}

// Every file of a folder of tests/data, except the descriptions next to them.
std::vector<std::string> filesBelow(const std::string& folder) {
    std::vector<std::string> files;
    const std::string base = std::string(HW_TEST_DATA) + "/" + folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(base)) {
        const std::string name = entry.path().string();
        const bool description = name.ends_with(".meta.json") || name.ends_with(".md") ||
                                 name.ends_with("INDEX.json") || name.ends_with("bomb.json.gz");
        if (entry.is_regular_file() && !description) files.push_back(name);
    }
    return files;
}

constexpr const char* cutSamples[] = {
    "forms/headwaters/minimal.json",
    "forms/huggingface/bare_lhnn.json",
    "forms/circuitsvis/attention_pattern.html",
    "forms/bertviz/head_view_odd_tokens.params.json",
    "forms/bertviz/head_view_odd_tokens.html",
    "forms/exbert/payload_only.json",
    "forms/transformer_explainer/softmax_only.json",
    "forms/lit/attention_layer.json",
    "forms/numpy/f16.npy",
    "forms/numpy/f64.npy",
    "forms/numpy/lnn_f32.npy",
    "forms/numpy/compressed.npz",
    "forms/numpy/object_tokens.npz",
    "forms/safetensors/attentions_bf16.safetensors",
    "forms/safetensors/per_layer_f16.safetensors",
    "bad/invalid_utf8.json",
    "bad/lone_surrogate.json",
    "bad/truncated_number.json",
    "bad/ragged_rows.json",
    "bad/crlf.json",
    "bad/overlap.safetensors",
    "bad/truncated.npz",
    "bad/header_shape.npy",
    "bad/page.json",
    "bad/not_json.json",
};

}  // namespace

TEST_CASE("A sample cut in two at any byte gives the same document", "[chunks]") {
    for (const char* sample : cutSamples) {
        INFO(sample);
        const std::string text = readFile(std::string(HW_TEST_DATA) + "/" + sample);
        REQUIRE_FALSE(text.empty());
        const auto whole = open(text);
        // Every byte of the first and last kilobytes, and prime steps between, where the text repeats itself.
        std::size_t wrong = 0;
        for (std::size_t cut = 0; cut <= text.size();
             cut += cut < 1500 || cut + 500 > text.size() ? 1 : 7) {
            wrong += !same(openCut(text, cut), whole);
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("Every sample, fed byte by byte or in small chunks, gives the same document",
          "[chunks]") {
    std::vector<std::string> files = filesBelow("forms");
    const std::vector<std::string> bad = filesBelow("bad");
    files.insert(files.end(), bad.begin(), bad.end());
    REQUIRE(files.size() > 90);
    for (const std::string& file : files) {
        INFO(file);
        const std::string text = readFile(file);
        const auto whole = open(text);
        // One byte at a time is a cut at every byte. The others put numbers and texts at all phases.
        for (const std::size_t size : {1, 2, 3, 7, 61, 4093}) {
            INFO(size);
            CHECK(same(openInChunks(text, size), whole));
        }
        const OpenOptions less{.averageHeads = true, .halfWeights = true};
        CHECK(same(openInChunks(text, 13, less), open(text, less)));
    }
}

TEST_CASE("A gzip file cut in two at any byte gives the same document", "[chunks]") {
    const std::string text = readFile(std::string(HW_TEST_DATA) + "/forms/gzip/batch1.json.gz");
    const auto whole = open(text);
    REQUIRE(whole.has_value());
    std::size_t wrong = 0;
    for (std::size_t cut = 0; cut <= text.size();
         cut += cut < 100 || cut + 50 > text.size() ? 1 : 997) {
        wrong += !same(openCut(text, cut), whole);
    }
    CHECK(wrong == 0);
}

}  // namespace hw::test
