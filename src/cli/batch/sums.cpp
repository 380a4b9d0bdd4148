// SPDX-License-Identifier: MIT
#include "cli/batch/sums.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "cli/batch/data_set.h"
#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/json_line.h"
#include "cli/output/atomic_file.h"
#include "cli/setting_options.h"
#include "core/program_name.h"
#include "core/refusal.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

constexpr std::string_view format = "headwaters-sums/1";

std::optional<ExportScores> readTable(const io::Tree& tree, io::NodeId node) {
    ObjectReader object(tree, node);
    ExportScores table{object.text("name"), {}};
    for (const io::NodeId each : object.list("methods")) {
        ObjectReader written(tree, each);
        const auto row = rankedRowOf(written.text("method"));
        const auto firstLayer = written.whole("firstLayer", 0, mostLayers);
        const io::NodeId cells = tree.find(each, "cells");
        const bool isEmpty = tree.is(cells, io::Kind::array) && tree.size(cells) == 0;
        const bool isBlock = tree.is(cells, io::Kind::numbers) && tree.shape(cells).rank == 2 &&
                             tree.shape(cells)[1] == 4;
        if (!row || !written.isGood() || (!isEmpty && !isBlock)) return std::nullopt;
        // Correlations are between -1 and 1.
        auto layers = cellsOf(isBlock ? tree.doubles(cells) : std::vector<double>{}, 1.0);
        if (!layers) return std::nullopt;
        table.methods.push_back({*row, static_cast<int>(firstLayer), std::move(*layers)});
    }
    if (!object.isGood()) return std::nullopt;
    return table;
}

std::string hexText(std::uint64_t number) {
    std::array<char, 16> digits{};
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    return {digits.data(), end};
}

bool readHex(std::uint64_t& number, const std::string& text) {
    const char* const end = text.data() + text.size();
    const auto [at, fault] = std::from_chars(text.data(), end, number, 16);
    return fault == std::errc{} && at == end;
}

/// True for a possible mean of `count` values from -most to most, whose squared distances from the mean add up to
/// `squares`.
bool isMean(double mean, double squares, std::int64_t count, double most) {
    const double bound = most * (1.0 + 1e-9);
    if (!std::isfinite(mean) || !(std::abs(mean) <= bound) || !(squares >= 0.0)) return false;
    return squares <= std::min(std::numeric_limits<double>::max(),
                               4.0 * bound * bound * static_cast<double>(count));
}

}  // namespace

void writeCell(JsonWriter& json, const MeanSpread& cell) {
    json.beginArray().value(cell.count()).value(cell.constant());
    json.value(cell.mean()).value(cell.squares()).endArray();
}

std::optional<std::vector<MeanSpread>> cellsOf(std::span<const double> numbers, double most) {
    if (numbers.size() % 4 != 0) return std::nullopt;
    std::vector<MeanSpread> cells;
    for (std::size_t i = 0; i < numbers.size(); i += 4) {
        const auto count = wholeOf(numbers[i], 0, std::numeric_limits<int>::max());
        const auto constant = wholeOf(numbers[i + 1], 0, count.value_or(0));
        if (!count || !constant || !isMean(numbers[i + 2], numbers[i + 3], *count, most))
            return std::nullopt;
        cells.push_back(MeanSpread::from(static_cast<int>(*count), static_cast<int>(*constant),
                                         numbers[i + 2], numbers[i + 3]));
    }
    return cells;
}

void writeTables(JsonWriter& json, const ScoreTables& tables) {
    json.key("importance").beginArray();
    for (const ExportScores& table : tables.all()) {
        json.beginObject().field("name", table.importance).key("methods").beginArray();
        for (const ExportScores::Row& row : table.methods) {
            json.beginObject().field("method", rankedKey(row.row));
            json.field("firstLayer", row.firstLayer).key("cells").beginArray();
            for (const MeanSpread& cell : row.layers) writeCell(json, cell);
            json.endArray().endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

std::optional<ScoreTables> readTables(const io::Tree& tree) {
    ScoreTables tables;
    ObjectReader root(tree, io::Tree::root);
    for (const io::NodeId each : root.list("importance")) {
        const auto table = readTable(tree, each);
        if (!table) return std::nullopt;
        tables.add(*table);
    }
    return root.isGood() ? std::optional(std::move(tables)) : std::nullopt;
}

std::vector<SettingText> readSettings(const io::Tree& tree) {
    std::vector<SettingText> settings;
    for (const io::NodeId each : tree.children(tree.find(io::Tree::root, "settings")))
        settings.push_back({std::string(tree.key(each)), std::string(tree.string(each))});
    return settings;
}

Result<void> compareSettings(const std::vector<SettingText>& first,
                             const std::vector<SettingText>& other, const std::string& folder) {
    for (std::size_t i = 0; i < std::max(first.size(), other.size()); ++i) {
        const auto at = [i](const std::vector<SettingText>& settings) {
            return i < settings.size() ? settings[i] : SettingText{};
        };
        if (at(first).key == at(other).key && at(first).value == at(other).value) continue;
        return refusal(
            Code::badArgument, folder,
            "The settings differ from those of the first folder: " + std::string(at(first).key) +
                " is \"" + at(other).value + "\" here and \"" + at(first).value + "\" there.",
            "Compute both with the same settings.");
    }
    return {};
}

Result<void> nameOnce(std::vector<std::string>& seen, const std::string& folder,
                      std::string_view file) {
    const std::string path = folder + '/' + std::string(file);
    const auto isIt = [&](const std::string& one) { return isSameFile(one, path); };
    if (std::ranges::any_of(seen, isIt)) {
        return refusal(Code::badArgument, folder, "This folder is named twice.",
                       "Name it once, or its examples count twice.");
    }
    seen.push_back(path);
    return {};
}

std::unexpected<Problem> heldTwice(const std::string& folder) {
    return refusal(Code::badArgument, folder,
                   "It has the same examples and results as another folder.",
                   "Name only one of them, or the examples count twice.");
}

std::string sumsJson(const Sums& sums) {
    JsonWriter json;
    json.beginObject().field("format", format).field("program", programName());
    json.key("settings").beginObject();
    for (const auto& [key, value] : sums.settings) json.field(key, value);
    json.endObject();
    json.field("examples", sums.examples).field("failed", sums.failed);
    json.field("inputs", hexText(sums.inputs));
    writeTables(json, sums.tables);
    json.endObject();
    return json.take() + '\n';
}

std::optional<Sums> sumsOf(std::string_view text) {
    const auto tree = readJson(text);
    constexpr io::NodeId root = io::Tree::root;
    if (!tree || textAt(*tree, root, "format") != format) return std::nullopt;
    constexpr int most = std::numeric_limits<int>::max();
    ObjectReader written(*tree, root);
    Sums sums;
    sums.settings = readSettings(*tree);
    sums.examples = static_cast<int>(written.whole("examples", 0, most));
    sums.failed = static_cast<int>(written.whole("failed", 0, most));
    if (written.has("inputs") && !readHex(sums.inputs, written.text("inputs"))) written.refuse();
    auto tables = readTables(*tree);
    if (!tables || !written.isGood()) return std::nullopt;
    sums.tables = std::move(*tables);
    return sums;
}

Result<Sums> readSums(const std::string& folder) {
    auto source = ByteSource::openOutput(folder + "/sums.json");
    std::error_code unknown;
    if (!source && std::filesystem::exists(folder + "/record.jsonl", unknown)) {
        return refusal(Code::notRecognised, folder, "This batch did not finish.",
                       "Run headwaters batch correlate --partial again with the same options. It "
                       "continues where it stopped.");
    }
    if (!source) {
        return refusal(Code::cannotRead, folder, "The folder has no sums.json.",
                       "Name folders that headwaters batch correlate --partial wrote.");
    }
    std::string text;
    while (text.size() <= longestListLine) {
        const auto more = source->read(text);
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
    }
    auto sums = text.size() <= longestListLine ? sumsOf(text) : std::nullopt;
    if (sums) return std::move(*sums);
    return refusal(Code::notRecognised, folder, "Its sums.json was not written by batch correlate.",
                   "Name folders that headwaters batch correlate --partial wrote.");
}

Result<void> addCount(int& count, int more, const std::string& folder) {
    if (more <= std::numeric_limits<int>::max() - count) {
        count += more;
        return {};
    }
    return refusal(Code::tooLarge, folder,
                   "With this folder, there are too many examples to count.",
                   "Check that headwaters batch correlate wrote it.");
}

void addScored(ScoredExamples& all, const std::string& folder, int examples) {
    auto scored = scoredIn(folder);
    if (scored && std::cmp_greater_equal(scored->count(), examples))
        all.add(std::move(*scored));
    else
        all.giveUp();
}

Result<std::string> mergeText(const MergeOptions& options, int& failed) {
    if (isDataSet(options.files.front())) return mergeDataSets(options, failed);
    if (!options.out.empty())
        return usage("--out has no effect on these folders.",
                     "Remove it: merge prints the result.");
    Sums all;
    ScoredExamples scored;
    std::vector<std::string> seen;
    std::vector<std::string> texts;
    for (const std::string& folder : options.files) {
        if (auto once = nameOnce(seen, folder, "sums.json"); !once)
            return std::unexpected(once.error());
        auto sums = readSums(folder);
        if (!sums) return std::unexpected(sums.error());
        std::string text = sumsJson(*sums);
        const bool isSame = std::ranges::find(texts, text) != texts.end();
        // Sums of an older program do not identify their examples.
        if (isSame && sums->inputs != 0) return heldTwice(folder);
        texts.push_back(std::move(text));
        addScored(scored, folder, sums->examples);
        if (seen.size() == 1) {
            all = std::move(*sums);
            continue;
        }
        if (auto same = compareSettings(all.settings, sums->settings, folder); !same)
            return std::unexpected(same.error());
        for (const ExportScores& table : sums->tables.all()) all.tables.add(table);
        if (auto good = addCount(all.examples, sums->examples, folder); !good)
            return std::unexpected(good.error());
        if (auto good = addCount(all.failed, sums->failed, folder); !good)
            return std::unexpected(good.error());
    }
    failed = all.failed;
    if (all.tables.all().empty()) return std::unexpected(noScores());
    std::vector<ExportScores> tables = all.tables.all();
    scored.addChanceTo(tables);
    return scoresText(all.examples, tables, settingNamed(all.settings, "among"), options.format,
                      options.cells);
}

}  // namespace hw::cli
