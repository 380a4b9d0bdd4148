// SPDX-License-Identifier: MIT
// A sound as the model heard it, its words with times, and where one output looks. Times are in seconds.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "core/png.h"
#include "core/refusal.h"
#include "model/answers/alignment.h"
#include "model/service/question_parts.h"

namespace hw::service {
namespace {

double hundredThousandths(float share) { return std::round(share * 1e5) / 1e5; }

/// Bytes from 0 for the least to 255 for the largest value.
template <class Number>
std::string bytesOf(std::span<const Number> values) {
    const auto [least, most] = std::ranges::minmax(values);
    std::string bytes;
    for (const Number value : values)
        bytes.push_back(static_cast<char>(
            most > least ? std::lround(255 * (value - least) / (most - least)) : 0));
    return bytes;
}

/// The features of the sound without the silence after it, [bins][frames].
std::string pictureOf(const model::SoundSpec& sound, const model::Run& run, int frames) {
    std::vector<float> shown;
    for (int bin = 0; bin < sound.bins; ++bin) {
        const auto row = std::span(*run.features).subspan(std::size_t{1} * bin * sound.frames());
        shown.insert(shown.end(), row.begin(), row.begin() + frames);
    }
    return base64(bytesOf<float>(shown));
}

std::string alignmentPicture(const model::Session& session, const model::Run& run) {
    const std::vector<float> shares = model::alignment(session, run);
    std::string bytes;
    for (int row = 0; row < run.answeringTokens(); ++row)
        bytes += bytesOf(
            std::span(shares).subspan(std::size_t{1} * row * run.soundTokens, run.soundTokens));
    return base64(bytes);
}

/// The written tokens with the decoder's row that writes each, and their times.
void writeWords(JsonWriter& json, const RunQuestion& asked, double step) {
    const model::Session& session = asked.session;
    const model::Run& run = asked.run;
    const model::Output& output = *run.output;
    const int rows = run.answeringTokens();
    const auto& special = output.encoding.special;
    // The prompt is special, and its last token writes the first word.
    int first = 0;
    while (first + 1 < rows && special[first + 1]) ++first;
    const std::vector<int> starts = model::alignedStarts(session, run, first, rows);
    json.key("words").beginArray();
    for (int row = first; row + 1 < rows; ++row) {
        const int id = output.encoding.ids[row + 1];
        json.beginObject()
            .field("position", row)
            .field("text", session.nameOf(id))
            .field("from", step * starts[row - first])
            .field("to", step * starts[row - first + 1])
            .endObject();
    }
    json.endArray();
}

void writeShares(JsonWriter& json, std::string_view name, std::span<const float> shares) {
    json.key(name).beginArray();
    for (const float share : shares) json.value(hundredThousandths(share));
    json.endArray();
}

}  // namespace

Result<std::string> soundAnswer(const RunQuestion& asked) {
    const model::Run& run = asked.run;
    const auto& sound = asked.session.facts().spec.sound;
    if (!sound || run.features == nullptr || !run.output || run.soundTokens == 0)
        return refusal(Code::badArgument, "model", "This model doesn’t read sounds."_tr,
                       "Use Whisper."_tr);
    JsonWriter json;
    json.beginObject();
    const int position = asked.arguments.whole("position", -1);
    if (position >= 0) {
        if (position >= run.answeringTokens())
            return noToken("position", position, run.answeringTokens());
        const std::vector<float> aligned = model::alignment(asked.session, run);
        const std::vector<float> rollout = model::soundRollout(run, position);
        const auto heard = std::span(rollout).first(run.soundTokens);
        double silence = 0;
        for (const float share : std::span(rollout).subspan(run.soundTokens)) silence += share;
        writeShares(json, "attention",
                    std::span(aligned).subspan(std::size_t{1} * position * run.soundTokens,
                                               run.soundTokens));
        writeShares(json, "rollout", heard);
        return json.field("silence", silence).endObject().take();
    }
    const int frames = std::min(2 * run.soundTokens, sound->frames());
    json.field("step", sound->step())
        .field("tokens", run.soundTokens)
        .field("all", run.tokens())
        .field("rows", run.answeringTokens())
        .field("bins", sound->bins)
        .field("frames", frames)
        .field("picture", pictureOf(*sound, run, frames))
        .field("alignment", alignmentPicture(asked.session, run));
    json.key("heads").beginArray();
    for (const auto& [layer, head] : model::alignmentHeads(asked.session))
        json.beginArray().value(layer).value(head).endArray();
    json.endArray().field("named", !asked.session.soundPrompts().alignment.empty());
    writeWords(json, asked, sound->step());
    return json.endObject().take();
}

}  // namespace hw::service
