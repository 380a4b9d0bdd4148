// SPDX-License-Identifier: MIT
#include "io/write/analysis_file.h"

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "core/number_text.h"
#include "io/write/json_writer.h"

namespace hw {
namespace {

/// A part of an example's text, with the text before a stack of weights, and the stack, or null.
struct Piece {
    std::string text;
    const AttentionTensor* weights = nullptr;
};

void writeText(JsonWriter& json, std::string_view key, const std::string& text) {
    if (!text.empty()) json.field(key, text);
}

template <class List>
void writeList(JsonWriter& json, std::string_view key, const List& list) {
    if (!list.empty()) json.array(key, list);
}

void writeRegion(JsonWriter& json, const ImageRegion& region) {
    json.beginObject();
    writeText(json, "data", region.dataUrl);
    json.array("grid", std::vector<int>{region.rows, region.cols});
    json.field("firstPatchToken", region.firstPatchToken).endObject();
}

void writePictures(JsonWriter& json, const ImageInfo& image) {
    if (image.more.empty()) {
        writeRegion(json.key("image"), image);
        return;
    }
    if (!image.isVideo) {
        json.key("imageRegions").beginArray();
        for (int i = 0; i < image.regions(); ++i) writeRegion(json, image.region(i));
        json.endArray();
        return;
    }
    json.key("image").beginObject().key("data").beginArray();
    for (int i = 0; i < image.regions(); ++i) {
        if (image.region(i).dataUrl.empty())
            json.null();
        else
            json.value(image.region(i).dataUrl);
    }
    json.endArray().array("grid", std::vector<int>{image.regions(), image.rows, image.cols});
    json.field("firstPatchToken", image.firstPatchToken).endObject();
}

void writeExtras(JsonWriter& json, const Example& example) {
    writeText(json, "title", example.title);
    writeText(json, "model", example.model);
    writeText(json, "source", example.source);
    writeText(json, "cluster", example.cluster);
    writeList(json, "specialTokens", example.specialTokens);
    if (example.productGradients) writeText(json, "gradientKind", "products");
    if (example.outputToken >= 0) json.field("outputToken", example.outputToken);
    if (example.outputToken == meanOfTokens) writeText(json, "outputToken", "mean");
    writeList(json, "words", example.words);
    writeList(json, "segments", example.segments);
    writeList(json, "fixedResidual", example.fixedResidual);
    writeList(json, "predicted", example.predicted);
    writeList(json, "predictedProbability", example.predictedProbability);
    writeText(json, "contributionKind", example.contributionKind);
    if (!example.importance.empty()) {
        json.key("importance").beginObject();
        for (const Importance& scores : example.importance) json.array(scores.name, scores.values);
        json.endObject();
    }
    if (!example.tokenClasses.empty()) {
        json.key("tokenClasses").beginObject();
        for (const TokenClasses& each : example.tokenClasses) json.array(each.name, each.classes);
        json.endObject();
    }
    if (example.image) writePictures(json, *example.image);
}

void writeStart(JsonWriter& json, const std::vector<Problem>& warnings, const SavedBy& by) {
    json.field("format", "headwaters/1").key("saved").beginObject();
    json.field("program", by.program).field("address", by.address);
    json.field("time", by.time).field("view", by.view);
    json.key("warnings").beginArray();
    for (const Problem& warning : warnings) {
        json.beginObject().field("place", warning.place).field("finding", warning.finding);
        json.field("remedy", warning.remedy).endObject();
    }
    json.endArray().endObject();
}

/// An example's parts in the order of the file.
class Pieces {
public:
    Pieces(std::span<const Example* const> examples, const std::vector<Problem>& warnings,
           const SavedBy& by, std::size_t index) {
        const Example& example = *examples[index];
        const bool several = examples.size() > 1;
        if (index > 0) {
            json_.raw("");  // the list goes on
        } else {
            json_.beginObject();
            writeStart(json_, warnings, by);
            if (several) json_.key("examples").beginArray();
        }
        if (several) json_.beginObject();
        writeExtras(json_, example);
        if (example.decoder) {
            stack("encoder", &example.tokens, example.attentions, example.gradients);
            const Decoder& decoder = *example.decoder;
            stack("decoder", &decoder.tokens, decoder.attentions, decoder.gradients);
            stack("cross", nullptr, decoder.cross, decoder.crossGradients);
        } else {
            weights(example.tokensAreNumbered ? nullptr : &example.tokens, example.attentions,
                    example.gradients);
            place("contributions", example.contributions);
        }
        json_.endObject();
        if (several && index + 1 == examples.size()) json_.endArray().endObject();
        parts_.push_back({json_.take()});
    }

    const std::vector<Piece>& all() const { return parts_; }

private:
    void stack(std::string_view name, const std::vector<std::string>* tokens,
               const AttentionTensor& attentions, const AttentionTensor& gradients) {
        json_.key(name).beginObject();
        weights(tokens, attentions, gradients);
        json_.endObject();
    }

    void weights(const std::vector<std::string>* tokens, const AttentionTensor& attentions,
                 const AttentionTensor& gradients) {
        if (tokens != nullptr) json_.array("tokens", *tokens);
        place("attentions", attentions);
        place("gradients", gradients);
    }

    /// The writer's text so far ends a part. The text after the weights goes on without them.
    void place(std::string_view key, const AttentionTensor& tensor) {
        if (tensor.empty()) return;
        json_.key(key).raw("");
        parts_.push_back({json_.take(), &tensor});
    }

    JsonWriter json_;
    std::vector<Piece> parts_;
};

int rowsOf(const AttentionTensor& tensor) { return tensor.layers * tensor.heads * tensor.queries; }

/// Row `row` of all rows, with the brackets that begin or end at it.
void appendRow(std::string& text, const AttentionTensor& tensor, int row,
               std::vector<float>& room) {
    const int query = row % tensor.queries;
    const int head = row / tensor.queries % tensor.heads;
    const int layer = row / tensor.queries / tensor.heads;
    text += row == 0 ? "[[[[" : query > 0 ? ",[" : head > 0 ? ",[[" : ",[[[";
    char digits[longestNumber];
    bool first = true;
    for (const float value : tensor.row(layer, head, query, room)) {
        if (!first) text += ',';
        first = false;
        if (std::isfinite(value))
            text.append(digits, writeNumber(digits, value));
        else
            text += "null";
    }
    text += ']';
    if (query + 1 < tensor.queries) return;
    text += ']';
    if (head + 1 < tensor.heads) return;
    text += layer + 1 < tensor.layers ? "]" : "]]";
}

}  // namespace

std::string savedText(std::span<const Example* const> examples,
                      const std::vector<Problem>& warnings, const SavedBy& by, SavePlace& place,
                      std::size_t atLeast) {
    std::string text;
    std::vector<float> room;
    for (; place.example >= 0 && std::cmp_less(place.example, examples.size());
         ++place.example, place.part = 0) {
        const Pieces parts(examples, warnings, by, place.example);
        const int count = static_cast<int>(std::ssize(parts.all()));
        for (; place.part >= 0 && place.part < count; ++place.part, place.row = 0) {
            const Piece& part = parts.all()[place.part];
            if (place.row == 0) text += part.text;
            if (part.weights == nullptr) continue;
            const int rows = rowsOf(*part.weights);
            for (; place.row >= 0 && place.row < rows; ++place.row) {
                if (place.row > 0 && text.size() >= atLeast) return text;
                appendRow(text, *part.weights, place.row, room);
            }
        }
    }
    place.done = true;
    return text;
}

std::string savedText(const Document& document, const SavedBy& by, SavePlace& place,
                      std::size_t atLeast) {
    std::vector<const Example*> examples;
    for (const Example& example : document.examples) examples.push_back(&example);
    return savedText(examples, document.warnings, by, place, atLeast);
}

}  // namespace hw
