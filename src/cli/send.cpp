// SPDX-License-Identifier: MIT
// Commands that send data. A link that contains the data, with its fragment on standard output and its size and loss of
// precision on standard error. A saved analysis.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <span>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output/terminal.h"
#include "cli/setting_options.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "core/program_name.h"
#include "io/write/analysis_file.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

void append(std::string& link, std::string_view key, std::string_view value) {
    link += '&';
    link += key;
    link += '=';
    link += value;
}

/// The settings that differ from the default, as in the page's URL.
void appendSettings(std::string& link, Settings settings, bool fused) {
    if (fused) settings = withoutHeadSettings(settings);
    Settings standard;
    if (const Preset* preset = presetOf(settings); preset != nullptr && preset != &presets()[0]) {
        append(link, "preset", preset->id);
        standard = preset->settings;
    }
    const std::vector<SettingText> standards = settingTexts(standard);
    std::size_t at = 0;
    for (const auto& [key, value] : settingTexts(settings)) {
        if (value != standards[at++].value) append(link, key, value);
    }
}

/// The fields of the view, as in the page's URL.
std::string viewText(const WeightOptions& options, const std::vector<int>& outputs, bool fused) {
    std::string view = "v=1";
    if (options.ofContributions && !*options.ofContributions) append(view, "side", "encoder");
    if (options.layer) append(view, "layer", numberText(*options.layer + 1));
    if (options.token && options.token->join != OutputJoin::sum) {
        append(view, "token", nameOf(options.token->join));
    } else if (!outputs.empty()) {
        std::string list;
        for (const int output : outputs) list += (list.empty() ? "" : ",") + numberText(output);
        append(view, "token", list);
    }
    appendSettings(view, options.settings, fused);
    return view;
}

/// The tokens that --token names, empty without it.
Result<std::vector<int>> outputsOf(const Document& document, const WeightOptions& options) {
    const std::size_t index = options.example;
    if (!options.token || options.token->join != OutputJoin::sum ||
        index >= document.examples.size())
        return std::vector<int>{};
    const Example& example = document.examples[index];
    auto chosen =
        chooseTokens(*options.token, queryTokens(example, partFor(example, Method::raw, options)));
    if (!chosen) return std::unexpected(std::move(chosen.error()));
    return std::move(chosen->tokens);
}

/// The current time in ISO 8601.
std::string timeText() {
    const std::time_t now = std::time(nullptr);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now))};
}

std::string json(const io::Packed& packed, const std::string& link) {
    JsonWriter json;
    json.beginObject()
        .field("fragment", link)
        .field("characters", static_cast<long long>(link.size()));
    json.field("errorBound", packed.errorBound).field("flowError", packed.flowError);
    json.field("flowOfAll", packed.flowOfAll).field("rankError", packed.rankError);
    json.array("leftOut", packed.leftOut).endObject();
    return json.take() + '\n';
}

void printFacts(const io::Packed& packed, const std::string& link) {
    std::string text = "link: " + numberText(link.size()) +
                       " characters; bars are off by at most " + numberText(packed.errorBound) +
                       " (raw attention, rollout, relative flow";
    if (!packed.flowOfAll) text += " of the output token";
    tell(text + ')');
    if (packed.rankError >= 0.0005)
        tell("link: rank correlations with the scores are off by at most " +
             numberText(std::ceil(packed.rankError * 1000) / 1000));
    for (const std::string& line : packed.leftOut) tell("link: left out: " + line);
}

}  // namespace

bool isLink(std::string_view argument) {
    constexpr std::string_view starts[] = {"#", "http://", "https://", "v=1&", "data="};
    return std::ranges::any_of(starts, [&](auto start) { return argument.starts_with(start); });
}

Result<Document> readLink(const InputOptions& options) {
    Limits limits;
    limits.memoryBytes = options.memoryBytes;
    return openBytes(std::as_bytes(std::span(options.file)), "link", limits, options.reading);
}

Result<std::string> linkText(const Document& document, const LinkOptions& options) {
    io::PackOptions wanted = options.pack;
    wanted.example = options.example;
    wanted.settings = options.settings;
    wanted.ofContributions = options.ofContributions;
    auto outputs = outputsOf(document, options);
    if (!outputs) return std::unexpected(std::move(outputs.error()));
    wanted.outputs = std::move(*outputs);
    const auto packed = io::pack(document, wanted);
    if (!packed) return std::unexpected(packed.error());
    std::string link = '#' + viewText(options, wanted.outputs, wanted.data == io::PackData::fused);
    append(link, "data", packed->text);
    if (options.format == Format::json) return json(*packed, link);
    if (!options.quiet) printFacts(*packed, link);
    return link + '\n';
}

Result<std::string> saveText(const Document& document, const SaveOptions& options) {
    const auto example = exampleOf(document, options.example);
    if (!example) return std::unexpected(example.error());
    auto outputs = outputsOf(document, options);
    if (!outputs) return std::unexpected(std::move(outputs.error()));
    SavedBy by{std::string(programName()), {}, timeText(), viewText(options, *outputs, false)};
    if (options.example != 0) append(by.view, "example", numberText(options.example));
    std::string text;
    for (SavePlace place; !place.done;) text += savedText(document, by, place);
    return text + '\n';
}

}  // namespace hw::cli
