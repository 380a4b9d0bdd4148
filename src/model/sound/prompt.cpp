// SPDX-License-Identifier: MIT
#include "model/sound/prompt.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "io/tree/number_format.h"

namespace hw::model {
namespace {

constexpr std::string_view rulesFile = "generation_config.json";

std::unexpected<Problem> bad(std::string place, std::string finding) {
    return std::unexpected(Problem{.code = Code::badArgument,
                                   .place = std::move(place),
                                   .finding = std::move(finding),
                                   .remedy = {},
                                   .byte = {}});
}

std::string placeOf(std::string_view key) {
    return std::string(rulesFile) + ", " + std::string(key);
}

/// A whole number from 0 to below `end`; nullopt for anything else.
std::optional<int> wholeBelow(double number, int end) {
    return number >= 0 && number < end && number == std::floor(number)
               ? std::optional(static_cast<int>(number))
               : std::nullopt;
}

using Named = std::vector<std::pair<std::string, int>>;

/// {"<|en|>": 50259, ...}, whose names lose these brackets.
Result<Named> readNamed(const io::Tree& tree, std::string_view key, int vocabulary) {
    Named named;
    const io::NodeId node = tree.find(io::Tree::root, key);
    if (node == io::none || !tree.is(node, io::Kind::object)) return named;
    for (const io::NodeId child : tree.children(node)) {
        const auto id = tree.is(child, io::Kind::number)
                            ? wholeBelow(tree.number(child), vocabulary)
                            : std::nullopt;
        if (!id) return bad(placeOf(key), std::string("Invalid value."_tr));
        std::string_view name = tree.key(child);
        if (name.starts_with("<|") && name.ends_with("|>") && name.size() > 4)
            name = name.substr(2, name.size() - 4);
        named.emplace_back(name, *id);
    }
    return named;
}

/// The numbers of [[a, b], ...], one after the other; a null is NaN.
std::vector<double> pairsAt(const io::Tree& tree, std::string_view key) {
    const io::NodeId node = tree.find(io::Tree::root, key);
    const bool arePairs =
        tree.is(node, io::Kind::numbers) && tree.shape(node).rank == 2 && tree.shape(node)[1] == 2;
    return arePairs ? tree.doubles(node) : std::vector<double>();
}

/// The token of a list with this name. Without a name `usual`, or else the first.
Result<int> chosen(const Named& list, std::string_view name, std::string_view usual,
                   std::string_view place) {
    auto found = std::ranges::find(list, name.empty() ? usual : name, &Named::value_type::first);
    if (found == list.end() && name.empty()) found = list.begin();
    if (found != list.end()) return found->second;
    std::string names;
    for (const auto& [one, id] : list) names += (names.empty() ? "" : ", ") + one;
    return bad(std::string(place), formatText("The model has no “{}”. Available: {}."_tr,
                                              {io::excerpt(name), io::excerpt(names, 400)}));
}

}  // namespace

Result<std::vector<int>> SoundPrompts::promptOf(std::string_view language,
                                                std::string_view task) const {
    std::vector<int> prompt;
    for (const auto& [list, name, usual, place] :
         {std::tuple(&languages, language, std::string_view("en"), std::string_view("language")),
          std::tuple(&tasks, task, std::string_view("transcribe"), std::string_view("task"))}) {
        if (list->empty() && !name.empty())
            return bad(std::string(place), std::string("This model has no such choice."_tr));
        if (list->empty()) continue;
        const auto id = chosen(*list, name, usual, place);
        if (!id) return std::unexpected(id.error());
        prompt.push_back(*id);
    }
    if (prompt.empty()) prompt = forced;
    if (noTimes >= 0 && (prompt.empty() || prompt.back() != noTimes)) prompt.push_back(noTimes);
    return prompt;
}

Result<SoundPrompts> readSoundPrompts(const ModelFiles& files, const Spec& decoder) {
    SoundPrompts made;
    const Part* part = files.part(rulesFile);
    if (part == nullptr) return made;
    const auto tree = ModelFiles::readJson(*part);
    if (!tree) return std::unexpected(tree.error());
    auto languages = readNamed(*tree, "lang_to_id", decoder.vocabulary);
    if (!languages) return std::unexpected(languages.error());
    auto tasks = readNamed(*tree, "task_to_id", decoder.vocabulary);
    if (!tasks) return std::unexpected(tasks.error());
    made.languages = std::move(*languages);
    made.tasks = std::move(*tasks);
    const io::NodeId noTimes = tree->find(io::Tree::root, "no_timestamps_token_id");
    if (tree->is(noTimes, io::Kind::number))
        made.noTimes = wholeBelow(tree->number(noTimes), decoder.vocabulary).value_or(-1);
    const std::vector<double> forced = pairsAt(*tree, "forced_decoder_ids");
    for (std::size_t i = 1; i < forced.size(); i += 2) {
        if (std::isnan(forced[i])) continue;
        const auto id = wholeBelow(forced[i], decoder.vocabulary);
        if (!id) return bad(placeOf("forced_decoder_ids"), std::string("Invalid value."_tr));
        made.forced.push_back(*id);
    }
    const std::vector<double> heads = pairsAt(*tree, "alignment_heads");
    for (std::size_t i = 0; i + 1 < heads.size(); i += 2) {
        const auto layer = wholeBelow(heads[i], decoder.layerCount());
        const auto head = wholeBelow(heads[i + 1], decoder.heads);
        if (!layer || !head)
            return bad(placeOf("alignment_heads"), std::string("Invalid value."_tr));
        made.alignment.emplace_back(*layer, *head);
    }
    return made;
}

Result<void> checkSoundPreparation(const ModelFiles& files, const SoundSpec& sound) {
    const Part* part = files.part("preprocessor_config.json");
    if (part == nullptr) return {};
    const auto tree = ModelFiles::readJson(*part);
    if (!tree) return std::unexpected(tree.error());
    for (const auto& [key, value] :
         {std::pair("sampling_rate", double{1} * sound.rate),
          std::pair("n_fft", double{1} * sound.window),
          std::pair("hop_length", double{1} * sound.hop),
          std::pair("feature_size", double{1} * sound.bins),
          std::pair("chunk_length", double{1} * sound.samples / sound.rate),
          std::pair("dither", 0.0)}) {
        const io::NodeId node = tree->find(io::Tree::root, key);
        if (!tree->is(node, io::Kind::number) || tree->number(node) == value) continue;
        return bad(std::string("preprocessor_config.json, ") + key,
                   formatText("Unsupported value {} (expected {})."_tr,
                              {numberText(tree->number(node)), numberText(value)}));
    }
    return {};
}

}  // namespace hw::model
