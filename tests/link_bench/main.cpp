// SPDX-License-Identifier: MIT
// Links that hold their data. Compares their characters with 8 and 16 bits per weight and float16, each deflated (zlib,
// level 9) and written in base64. Also measures the time to make and to open them. Prints one line of JSON per case and
// kind.
#include <zlib.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>

#include "core/matrix/half.h"
#include "core/matrix/matrix.h"
#include "core/methods/steps/fuse.h"
#include "io/link/pack.h"

namespace hw {
namespace {

using Clock = std::chrono::steady_clock;

struct Case {
    std::string name;
    Document document;
};

std::optional<Document> opened(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    auto document = openBytes(std::as_bytes(std::span(text)), path);
    if (!document) return std::nullopt;
    return std::move(*document);
}

/// The first tokens of a causal model, which equal its attention for a shorter text.
Document shortened(Document document, int tokens) {
    Example& example = document.examples[0];
    AttentionTensor less{.layers = example.attentions.layers,
                         .heads = example.attentions.heads,
                         .queries = tokens,
                         .keys = tokens};
    std::vector<float> room;
    for (int layer = 0; layer < less.layers; ++layer) {
        for (int head = 0; head < less.heads; ++head) {
            for (int query = 0; query < tokens; ++query) {
                const auto row = example.attentions.row(layer, head, query, room);
                less.values.insert(less.values.end(), row.begin(), row.begin() + tokens);
            }
        }
    }
    example.attentions = std::move(less);
    example.tokens.resize(tokens);
    example.importance.clear();
    return document;
}

/// Softmax of made-up scores for neighbours, for columns that draw from everywhere, and for noise. Each head has
/// different shares.
Document madeUp(int tokens, int layers, int heads) {
    Document document;
    Example& example = document.examples.emplace_back();
    std::mt19937 random(1);
    const auto unit = [&] { return static_cast<double>(random() >> 8U) / (1U << 24U); };
    AttentionTensor& tensor = example.attentions;
    tensor = {.layers = layers, .heads = heads, .queries = tokens, .keys = tokens};
    std::vector<double> row(tokens);
    for (int i = 0; i < tokens; ++i)
        example.tokens.push_back(i % 3 == 0 ? "the" : "word" + std::to_string(i * 7 % 40));
    for (int head = 0; head < layers * heads; ++head) {
        const double near = 4 * unit();
        const double columns = 3 * unit();
        const double noise = 1 + unit();
        const int off = static_cast<int>(random() % 5) - 2;
        std::vector<double> draw(tokens);
        for (double& each : draw) each = columns * std::log(unit() + 1e-3);
        for (int query = 0; query < tokens; ++query) {
            double sum = 0;
            for (int key = 0; key < tokens; ++key) {
                const std::size_t at = key;
                row[at] = std::exp(draw[at] + noise * unit() -
                                   near * std::log(1 + std::abs(query + off - key)));
                sum += row[at];
            }
            for (const double value : row) tensor.values.push_back(static_cast<float>(value / sum));
        }
    }
    return document;
}

std::vector<Case> cases() {
    std::vector<Case> all;
    const std::string samples = HW_SAMPLES "/";
    const std::string shared = HW_SHARED_DATA;
    const auto add = [&](const char* name, std::optional<Document> document) {
        if (document) all.push_back({name, std::move(*document)});
    };
    if (!shared.empty()) {
        if (auto gpt = opened(shared + "/third_party/gpt2_small_ex0.json"))
            add("GPT-2 small, text", shortened(std::move(*gpt), 5));
    }
    add("encoder, text", opened(samples + "agreement-keys.json"));
    add("vision transformer, picture", opened(samples + "digit-4.json"));
    add("reader of a line, picture", opened(samples + "ocr.json"));
    if (!shared.empty())
        add("stories260K, text", opened(shared + "/third_party/stories260k_n64.json"));
    add("made up, text", madeUp(128, 12, 12));
    return all;
}

std::vector<float> weightsOf(const Example& example, io::PackData data) {
    const AttentionTensor& tensor = example.attentions;
    if (data == io::PackData::heads) return tensor.values;
    std::vector<float> fused;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        const Matrix matrix = fuseHeads(tensor, layer);
        fused.insert(fused.end(), matrix.data(), matrix.data() + matrix.size());
    }
    return fused;
}

std::size_t deflated(const std::string& bytes) {
    uLongf size = compressBound(bytes.size());
    std::string packed(size, '\0');
    compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
              reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 9);
    return (size * 4 + 2) / 3;
}

template <class Number>
std::size_t plain(const std::vector<float>& weights, Number number) {
    std::string bytes;
    for (const float weight : weights) {
        const auto value = number(weight);
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return deflated(bytes);
}

void measure(const Case& each, io::PackData data) {
    const Example& example = each.document.examples[0];
    const auto start = Clock::now();
    const auto packed = io::pack(each.document, {.data = data, .room = 0});
    const double make = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    if (!packed) {
        std::fprintf(stderr, "%s: %s\n", each.name.c_str(), packed.error().finding.c_str());
        return;
    }
    double open = 1e9;
    for (int round = 0; round < 5; ++round) {
        const auto begin = Clock::now();
        if (!io::openPacked(packed->text)) return;
        open =
            std::min(open, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    Document bare;
    bare.examples.emplace_back().attentions = example.attentions;
    bare.examples[0].tokens = example.tokens;
    bare.examples[0].tokensAreNumbered = true;
    const auto alone = io::pack(bare, {.data = data});
    if (!alone) return;
    const std::vector<float> weights = weightsOf(example, data);
    const auto byte = [](float w) { return static_cast<std::uint8_t>(std::lround(w * 255)); };
    const auto word = [](float w) { return static_cast<std::uint16_t>(std::lround(w * 65535)); };
    std::printf(
        R"({"name":"%s","data":"%s","n":%zu,"layers":%d,"heads":%d,"characters":%zu,"alone":%zu,"bound":%.6f,"flowOfAll":%s,)"
        R"("bits8":%zu,"bits16":%zu,"float16":%zu,"makeMs":%.2f,"openMs":%.2f})"
        "\n",
        each.name.c_str(), std::string(nameOf(data)).c_str(), example.tokens.size(),
        example.attentions.layers, example.attentions.heads, packed->characters, alone->characters,
        packed->errorBound, packed->flowOfAll ? "true" : "false", plain(weights, byte),
        plain(weights, word), plain(weights, floatToHalf), make, open);
}

}  // namespace
}  // namespace hw

int main() {
    for (const hw::Case& each : hw::cases()) {
        for (const hw::io::PackData data : {hw::io::PackData::fused, hw::io::PackData::heads})
            hw::measure(each, data);
    }
}
