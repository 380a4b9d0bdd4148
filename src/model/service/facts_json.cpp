// SPDX-License-Identifier: MIT
#include "model/service/facts_json.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/localized_text.h"
#include "core/tokens/shown_problem.h"

namespace hw::service {
namespace {

/// The share of a picture's side that the crop leaves.
double croppedShare(int crop, int side, int shortest) {
    return crop > 0 ? static_cast<double>(crop) / (shortest > 0 ? shortest : side) : 1;
}

/// The first text for a model of next words. One with few words, such as a model that was trained here, gets its own.
std::string firstText(const model::Tokenizer* tokenizer, bool seesPictures) {
    constexpr int words = 5;
    std::string usual = seesPictures ? "What is in the picture?" : "The keys to the cabinet";
    if (tokenizer == nullptr || tokenizer->encode(usual)) return usual;
    std::string text;
    for (int id = 0; id < words; ++id)
        if (const auto word = tokenizer->token(id))
            text.append(text.empty() ? "" : " ").append(*word);
    return text;
}

/// What a model that hears can be asked for. Null prompts: only its headers are known.
void writeHearing(JsonWriter& json, const model::SoundSpec& sound,
                  const model::SoundPrompts* prompts) {
    std::vector<std::string> languages;
    std::vector<std::string> tasks;
    if (prompts != nullptr) {
        for (const auto& [name, id] : prompts->languages) languages.push_back(name);
        for (const auto& [name, id] : prompts->tasks) tasks.push_back(name);
    }
    json.key("sound")
        .beginObject()
        .field("seconds", double{1} * sound.samples / sound.rate)
        .array("languages", languages)
        .array("tasks", tasks)
        .endObject();
}

}  // namespace

TaskNames taskNames(const model::Facts& facts) {
    if (facts.translates()) return {"translation", "a text for a text"};
    switch (facts.task()) {
        case model::Task::nextWord: return {"next", "next word"};
        case model::Task::maskedWord: return {"masked", "masked word"};
        case model::Task::classes: return {"classes", "classes"};
        case model::Task::discriminator: return {"detector", "replaced tokens"};
        case model::Task::embedding: return {"embedding", "embedding"};
        case model::Task::tokenClasses: return {"none", "classes of tokens"};
    }
    return {};
}

void writeDecoder(JsonWriter& json, const model::Facts& facts) {
    if (!facts.decoder) return;
    json.key("decoder")
        .beginObject()
        .field("layers", facts.decoder->layerCount())
        .field("heads", facts.decoder->heads)
        .endObject();
}

std::string factsJson(const model::Facts& facts, const model::Tokenizer* tokenizer,
                      bool comparesTexts, const model::SoundPrompts* prompts) {
    std::vector<std::string> labels;
    labels.reserve(facts.spec.head.labels.size());
    for (const std::string& label : facts.spec.head.labels)
        labels.push_back(shortened(label, longestName));
    JsonWriter json;
    json.beginObject()
        .field("family", shortened(facts.spec.familyName, longestName))
        .field("kind", taskNames(facts).page)
        .field("layers", facts.spec.layerCount())
        .field("heads", facts.spec.heads)
        .field("parameters", static_cast<double>(facts.parameters))
        .field("bytes", static_cast<double>(facts.storedBytes))
        .field("memory", static_cast<double>(model::memoryFor(facts, 64, true)))
        .field("takesPairs", facts.takesPairs)
        .field("isPostNorm", facts.isPostNorm())
        .field("chats", facts.chat.form.has_value())
        .field("residues", !facts.spec.names.contacts.empty())
        .field("mark", facts.mark)
        .array("labels", labels)
        .array("stored", facts.stored);
    writeDecoder(json, facts);
    std::string mask;
    if (tokenizer != nullptr && facts.task() == model::Task::maskedWord) {
        const auto token = tokenizer->token(tokenizer->specialIds().mask);
        if (token) mask = *token;
    }
    json.field("mask", mask);
    json.key("notes").beginArray();
    for (const std::string& note : facts.spec.notes) json.value(shortened(note));
    if (!facts.unused.empty())
        json.value(formatText("{} tensors in the file are unused, including {}."_tr,
                              {facts.unused.size(), shortened(facts.unused.front(), longestName)}));
    json.endArray();
    if (const auto& picture = facts.spec.picture)
        json.key("picture")
            .beginObject()
            .field("width", picture->width)
            .field("height", picture->height)
            .field("rows", picture->rows())
            .field("columns", picture->columns())
            .field("firstPatch", facts.spec.leadingTokens())
            .field("isShortest", picture->preparation.shortest > 0)
            .field("seenAcross",
                   croppedShare(picture->preparation.cropWidth, picture->preparation.width,
                                picture->preparation.shortest))
            .field("seenDown",
                   croppedShare(picture->preparation.cropHeight, picture->preparation.height,
                                picture->preparation.shortest))
            .field("comparesTexts", comparesTexts)
            .endObject();
    if (facts.prompted) {
        // Pictures in prompts, as the recipe's images and tiles.
        const model::PictureSpec& picture = *facts.prompted->tower.picture;
        json.key("prompted")
            .beginObject()
            .field("width", picture.width)
            .field("height", picture.height)
            .field("rows", picture.rows())
            .field("columns", picture.columns())
            .field("tokens", facts.prompted->tokensOfFrame())
            .field("hasTiles", picture.preparation.longest > 0)
            .endObject();
    }
    if (facts.hears()) writeHearing(json, *facts.spec.sound, prompts);
    json.key("prompts").beginArray();
    std::string usual;
    for (const auto& [name, text] : facts.spec.prompts) {
        if (text.empty()) continue;
        json.beginObject()
            .field("name", shortened(name, longestName))
            .field("text", text)
            .endObject();
        if (name == facts.spec.usualPrompt) usual = text;
    }
    json.endArray();
    json.key("examples").beginArray();
    if (facts.readsPictures() || facts.hears()) return json.endArray().endObject().take();
    if (!facts.spec.names.contacts.empty())
        // Ubiquitin (UniProt P0CG48), with its 71st residue masked.
        json.value("MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLV" +
                   (mask.empty() ? "L" : mask) + "RLRGG");
    else if (facts.task() == model::Task::maskedWord && !mask.empty())
        json.value("The capital of France is " + mask + ".");
    else if (facts.translates())
        json.value(facts.spec.family == "t5" ? "translate English to German: The house is small."
                                             : "The house is small.");
    else if (facts.task() == model::Task::nextWord)
        json.value(firstText(tokenizer, facts.seesPictures()));
    else
        json.value(usual + "The movie was not bad at all.");
    return json.endArray().endObject().take();
}

}  // namespace hw::service
