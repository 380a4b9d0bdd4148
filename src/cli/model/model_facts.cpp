// SPDX-License-Identifier: MIT
// The facts of a model, and the cost of running it: `headwaters model`.
#include <cmath>
#include <cstdint>
#include <string>

#include "cli/model/checkpoint_folders.h"
#include "cli/model/disk_files.h"
#include "cli/model/hub_folder.h"
#include "cli/model/model_run.h"
#include "core/number_text.h"
#include "io/tree/number_format.h"
#include "io/write/json_writer.h"
#include "model/service/facts_json.h"
#include "model/steps/step_name.h"

namespace hw::cli {
namespace {

std::string_view chatOf(const model::Facts& facts) {
    if (!facts.chat.hasTemplate) return "none";
    return facts.chat.form ? "known" : "unknown";
}

std::string bytesText(std::uint64_t bytes) {
    constexpr double kilo = 1024;
    const double mega = static_cast<double>(bytes) / kilo / kilo;
    if (mega < 10) return numberText(std::round(mega * 100) / 100) + " MB";
    return numberText(std::llround(mega)) + " MB";
}

/// A usual number of tokens in a text. A picture has a fixed number.
int usualTokens(const model::Facts& facts) {
    constexpr int ofText = 128;
    return facts.readsPictures() ? facts.mostTokens : ofText;
}

std::string factsJson(const model::Facts& facts, const std::vector<int>& steps) {
    const model::Spec& spec = facts.spec;
    JsonWriter json;
    const auto big = [](std::uint64_t number) { return static_cast<unsigned long long>(number); };
    json.beginObject()
        .field("family", spec.family)
        .field("task", service::taskNames(facts).program);
    json.field("layers", spec.layerCount())
        .field("heads", spec.heads)
        .field("keyHeads", spec.keyHeads);
    json.field("width", spec.width);
    service::writeDecoder(json, facts);
    if (spec.picture) {
        json.key("picture")
            .beginObject()
            .field("width", spec.picture->width)
            .field("height", spec.picture->height)
            .field("patch", spec.picture->patch)
            .endObject();
    } else {
        json.field("vocabulary", spec.vocabulary);
    }
    json.field("causal", facts.isCausal()).field("mostTokens", facts.mostTokens);
    json.field("parameters", big(facts.parameters)).field("bytes", big(facts.storedBytes));
    json.field("memory", big(model::memoryFor(facts, usualTokens(facts), false)));
    json.field("memoryWithGradients", big(model::memoryFor(facts, usualTokens(facts), true)));
    json.field("chat", chatOf(facts))
        .array("stored", facts.stored)
        .array("labels", spec.head.labels);
    json.key("prompts").beginObject();
    for (const auto& [name, prompt] : spec.prompts) json.field(name, prompt);
    json.endObject();
    json.array("notes", spec.notes)
        .array("ignoredKeys", spec.ignoredKeys)
        .array("unused", facts.unused);
    if (!steps.empty()) json.array("steps", steps);
    json.endObject();
    return json.take() + '\n';
}

std::string factsText(const model::Facts& facts, const std::vector<int>& steps) {
    const model::Spec& spec = facts.spec;
    const std::vector<std::string>& labels = spec.head.labels;
    std::string text = spec.familyName + ": " + numberText(spec.layerCount()) + " layers, " +
                       numberText(spec.heads) + " heads";
    if (spec.keyHeads != spec.heads) text += " on " + numberText(spec.keyHeads) + " of keys";
    text += ", width " + numberText(spec.width) + ", ";
    if (spec.picture) {
        text += "pictures of " + numberText(spec.picture->width) + " x " +
                numberText(spec.picture->height) + " in patches of " +
                numberText(spec.picture->patch) + '\n';
    } else {
        text += numberText(spec.vocabulary) + " words\n";
    }
    if (facts.decoder)
        text += "decoder: " + numberText(facts.decoder->layerCount()) + " layers, " +
                numberText(facts.decoder->heads) + " heads, with cross-attention\n";
    text += "gives: " + std::string(service::taskNames(facts).program);
    for (std::size_t i = 0; i < labels.size(); ++i)
        text += (i == 0 ? " (" : ", ") + labels[i] + (i + 1 == labels.size() ? ")" : "");
    text += facts.isCausal() ? ", causal\n" : "\n";
    text += numberText(facts.parameters) + " parameters, " + bytesText(facts.storedBytes) + " as";
    for (const std::string& type : facts.stored) text += ' ' + type;
    text += "\nneeds " + bytesText(model::memoryFor(facts, usualTokens(facts), false)) + " with " +
            numberText(usualTokens(facts)) + " tokens, " +
            bytesText(model::memoryFor(facts, usualTokens(facts), true)) + " with gradients\n";
    if (facts.mostTokens > 0 && !spec.picture)
        text += "reads " + numberText(facts.mostTokens) + " tokens at most\n";
    for (const auto& [name, prompt] : spec.prompts)
        if (!prompt.empty())
            text += "--prompt-name " + name + " puts \"" + io::excerpt(prompt, 120) +
                    "\" in front of the text" + (name == spec.usualPrompt ? ", as usual\n" : "\n");
    if (facts.chat.form) text += "chats: --chat takes the text as a message\n";
    if (!steps.empty())
        text += "--step N uses the weights of a step of training: " + model::stepList(steps) + '\n';
    for (const std::string& note : spec.notes) text += note + '\n';
    return text;
}

}  // namespace

Result<std::string> modelText(const InputOptions& options, std::vector<Problem>& /*warnings*/) {
    auto parts = modelParts(options.file);
    if (!parts) return std::unexpected(parts.error());
    const auto facts = model::look(std::move(*parts), options.reading.ignoreKeys);
    if (!facts) return std::unexpected(facts.error());
    const auto folders = checkpointFolders(modelPlace(options.file));
    if (!folders) return std::unexpected(folders.error());
    std::vector<int> steps;
    for (const auto& [step, folder] : *folders) steps.push_back(step);
    return options.format == Format::json ? factsJson(*facts, steps) : factsText(*facts, steps);
}
}  // namespace hw::cli
