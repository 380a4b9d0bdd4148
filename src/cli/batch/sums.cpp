// SPDX-License-Identifier: MIT
#include "cli/batch/sums.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/batch/data_set.h"
#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/json_line.h"
#include "cli/setting_options.h"
#include "core/program_name.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

constexpr std::string_view format = "headwaters-sums/1";

ExportScores readTable(const io::Tree& tree, io::NodeId node) {
    ExportScores table{textAt(tree, node, "name"), {}};
    for (const io::NodeId each : tree.children(tree.find(node, "methods"))) {
        const auto method = fromName<Method>(textAt(tree, each, "method"));
        if (!method) continue;
        ExportScores::Row row{*method, static_cast<int>(numberAt(tree, each, "firstLayer")), {}};
        row.layers = cellsOf(numbersAt(tree, each, "cells"));
        table.methods.push_back(std::move(row));
    }
    return table;
}

}  // namespace

std::unexpected<Problem> refusal(Code code, const std::string& folder, std::string finding,
                                 std::string remedy) {
    return std::unexpected(Problem{.code = code,
                                   .place = folder,
                                   .finding = std::move(finding),
                                   .remedy = std::move(remedy),
                                   .byte = {}});
}

void writeCell(JsonWriter& json, const MeanSpread& cell) {
    json.beginArray().value(cell.count()).value(cell.constant());
    json.value(cell.mean()).value(cell.squares()).endArray();
}

std::vector<MeanSpread> cellsOf(std::span<const double> numbers) {
    std::vector<MeanSpread> cells;
    for (std::size_t i = 0; i + 3 < numbers.size(); i += 4) {
        cells.push_back(MeanSpread::from(static_cast<int>(numbers[i]),
                                         static_cast<int>(numbers[i + 1]), numbers[i + 2],
                                         numbers[i + 3]));
    }
    return cells;
}

void writeTables(JsonWriter& json, const ScoreTables& tables) {
    json.key("importance").beginArray();
    for (const ExportScores& table : tables.all()) {
        json.beginObject().field("name", table.importance).key("methods").beginArray();
        for (const ExportScores::Row& row : table.methods) {
            json.beginObject().field("method", nameOf(row.method));
            json.field("firstLayer", row.firstLayer).key("cells").beginArray();
            for (const MeanSpread& cell : row.layers) writeCell(json, cell);
            json.endArray().endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

ScoreTables readTables(const io::Tree& tree) {
    ScoreTables tables;
    const io::NodeId list = tree.find(io::Tree::root, "importance");
    if (!tree.is(list, io::Kind::array)) return tables;
    for (const io::NodeId each : tree.children(list)) tables.add(readTable(tree, each));
    return tables;
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

Result<void> nameOnce(std::vector<std::filesystem::path>& seen, const std::string& folder) {
    std::error_code unknown;
    const auto path = std::filesystem::weakly_canonical(folder, unknown);
    if (std::ranges::find(seen, path) != seen.end()) {
        return refusal(Code::badArgument, folder, "This folder is named twice.",
                       "Name each once: its examples would count twice.");
    }
    seen.push_back(path);
    return {};
}

std::string sumsJson(const Sums& sums) {
    JsonWriter json;
    json.beginObject().field("format", format).field("program", programName());
    json.key("settings").beginObject();
    for (const auto& [key, value] : sums.settings) json.field(key, value);
    json.endObject();
    json.field("examples", sums.examples).field("failed", sums.failed);
    writeTables(json, sums.tables);
    json.endObject();
    return json.take() + '\n';
}

Result<Sums> readSums(const std::string& folder) {
    auto source = ByteSource::open(folder + "/sums.json");
    std::error_code unknown;
    if (!source && std::filesystem::exists(folder + "/record.jsonl", unknown)) {
        return refusal(Code::notRecognised, folder, "This batch has not come to its end.",
                       "Call headwaters batch correlate --partial as before: it goes on from where "
                       "it was stopped.");
    }
    if (!source) {
        return refusal(Code::cannotRead, folder, "The folder holds no sums.json.",
                       "Name folders that headwaters batch correlate --partial wrote.");
    }
    std::string text;
    for (;;) {
        const auto more = source->read(text);
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
    }
    const auto tree = readJson(text);
    constexpr io::NodeId root = io::Tree::root;
    if (!tree || textAt(*tree, root, "format") != format) {
        return refusal(Code::notRecognised, folder, "Its sums.json is not what batch writes.",
                       "Name folders that headwaters batch correlate --partial wrote.");
    }
    Sums sums;
    sums.settings = readSettings(*tree);
    sums.examples = static_cast<int>(numberAt(*tree, root, "examples"));
    sums.failed = static_cast<int>(numberAt(*tree, root, "failed"));
    sums.tables = readTables(*tree);
    return sums;
}

Result<std::string> mergeText(const Options& options, int& failed) {
    if (isDataSet(options.batch.files.front())) return mergeDataSets(options, failed);
    if (!options.batch.out.empty())
        return usage("--out belongs to batch, and to merge of what batch summary wrote.");
    Sums all;
    std::vector<std::filesystem::path> seen;
    for (const std::string& folder : options.batch.files) {
        if (auto once = nameOnce(seen, folder); !once) return std::unexpected(once.error());
        auto sums = readSums(folder);
        if (!sums) return std::unexpected(sums.error());
        if (seen.size() == 1) {
            all = std::move(*sums);
            continue;
        }
        if (auto same = compareSettings(all.settings, sums->settings, folder); !same)
            return std::unexpected(same.error());
        for (const ExportScores& table : sums->tables.all()) all.tables.add(table);
        all.examples += sums->examples;
        all.failed += sums->failed;
    }
    failed = all.failed;
    if (all.tables.all().empty()) return std::unexpected(noScores());
    return scoresText(all.examples, all.tables.all(), options.format);
}

}  // namespace hw::cli
