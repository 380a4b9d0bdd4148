// SPDX-License-Identifier: MIT
// A link that holds the data: the fragment on standard output, what it costs on standard error.
#include <algorithm>
#include <cstdio>
#include <span>

#include "cli/commands.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

void append(std::string& link, std::string_view key, std::string_view value) {
    link += '&';
    link += key;
    link += '=';
    link += value;
}

template <Named Choice>
std::string valueText(const SettingField<Choice>&, Choice value) {
    return std::string(nameOf(value));
}
std::string valueText(const SettingField<double>&, double value) { return numberText(value); }
std::string valueText(const SettingField<int>& field, int value) {
    return numberText(value + (field.counts == Counts::layers));
}
template <class Number>
std::string valueText(const SettingField<std::vector<Number>>& field,
                      const std::vector<Number>& values) {
    std::string text;
    for (const Number value : values)
        text += (text.empty() ? "" : ",") + numberText(value + (field.counts == Counts::layers));
    return text.empty() ? "all" : text;
}

/// What differs from the default, as the page's address has it.
void appendSettings(std::string& link, Settings settings, io::PackData data) {
    if (data == io::PackData::fused) {
        settings.fusion = HeadFusion::mean;
        settings.heads.clear();
        settings.headWeights.clear();
    }
    const Settings standard;
    if (const Preset* preset = presetOf(settings); preset != nullptr && settings != standard) {
        append(link, "preset", preset->id);
        return;
    }
    forEachSetting([&](const auto& field) {
        const auto& value = settings.*field.member;
        if (value != standard.*field.member) append(link, field.key, valueText(field, value));
    });
}

std::string fragment(const io::Packed& packed, const Options& options,
                     const std::vector<int>& outputs) {
    std::string link = "#v=1";
    if (options.layer) append(link, "layer", numberText(*options.layer + 1));
    if (options.token && options.token->join != OutputJoin::sum) {
        append(link, "token", nameOf(options.token->join));
    } else if (!outputs.empty()) {
        std::string list;
        for (const int output : outputs) list += (list.empty() ? "" : ",") + numberText(output);
        append(link, "token", list);
    }
    appendSettings(link, options.settings, options.pack.data);
    append(link, "data", packed.text);
    return link;
}

std::string json(const io::Packed& packed, const std::string& link) {
    JsonWriter json;
    json.beginObject()
        .field("fragment", link)
        .field("characters", static_cast<long long>(link.size()));
    json.field("errorBound", packed.errorBound).field("flowError", packed.flowError);
    json.field("flowOfAll", packed.flowOfAll).array("leftOut", packed.leftOut).endObject();
    return json.take() + '\n';
}

void tell(const io::Packed& packed, const std::string& link) {
    std::string text = "headwaters: link: " + numberText(link.size()) +
                       " characters; bars are off by " + numberText(packed.errorBound) +
                       " at most (raw attention, rollout, relative flow";
    if (!packed.flowOfAll) text += " of the output token";
    text += ")\n";
    for (const std::string& line : packed.leftOut)
        text += "headwaters: link: left out: " + line + '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

bool isLink(std::string_view argument) {
    constexpr std::string_view starts[] = {"#", "http://", "https://", "v=1&", "data="};
    return std::ranges::any_of(starts, [&](auto start) { return argument.starts_with(start); });
}

Result<Document> readLink(const Options& options) {
    Limits limits;
    limits.memoryBytes = options.memoryBytes;
    return openBytes(std::as_bytes(std::span(options.file)), "link", limits, options.reading);
}

Result<std::string> linkText(const Document& document, const Options& options) {
    io::PackOptions wanted = options.pack;
    wanted.example = options.example;
    wanted.settings = options.settings;
    const auto index = static_cast<std::size_t>(options.example);
    if (options.token && options.token->join == OutputJoin::sum &&
        index < document.examples.size()) {
        const Example& example = document.examples[index];
        const auto chosen = chooseTokens(*options.token, queryTokens(example, mainPart(example)));
        if (!chosen) return std::unexpected(chosen.error());
        wanted.outputs = chosen->tokens;
    }
    const auto packed = io::pack(document, wanted);
    if (!packed) return std::unexpected(packed.error());
    const std::string link = fragment(*packed, options, wanted.outputs);
    if (options.format == Format::json) return json(*packed, link);
    if (!options.quiet) tell(*packed, link);
    return link + '\n';
}

}  // namespace hw::cli
