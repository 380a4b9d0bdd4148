// SPDX-License-Identifier: MIT
#include "cli/batch/data_set.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/file.h"
#include "cli/batch/input/json_line.h"
#include "cli/batch/sums.h"
#include "cli/output/atomic_file.h"
#include "cli/output/table_numbers.h"
#include "cli/setting_options.h"
#include "core/number_text.h"
#include "core/program_name.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

using Cells = std::vector<MeanSpread>;

MeanSpread& cellAt(std::vector<Cells>& rows, std::size_t row, std::size_t column) {
    if (rows.size() <= row) rows.resize(row + 1);
    if (rows[row].size() <= column) rows[row].resize(column + 1);
    return rows[row][column];
}

/// Shares in the order of this table, whose slots are those of another table.
std::vector<double> reordered(const std::vector<double>& shares, const std::vector<int>& slots,
                              std::size_t count) {
    std::vector<double> mine(count, 0.0);
    for (std::size_t i = 0; i < shares.size(); ++i) mine[slots[i]] = shares[i];
    return mine;
}

void addShares(MassTable& table, const std::vector<std::vector<double>>& layers) {
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        table.add(static_cast<int>(layer), layers[layer]);
}

void addShares(MassTable& table, const std::vector<std::vector<double>>& layers,
               const std::vector<int>& slots, std::size_t count) {
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        if (!layers[layer].empty())
            table.add(static_cast<int>(layer), reordered(layers[layer], slots, count));
    }
}

void addTable(MassTable& table, const MassTable& other) {
    for (std::size_t layer = 0; layer < other.layers().size(); ++layer)
        table.add(static_cast<int>(layer), other.layers()[layer]);
}

void addTable(MassTable& table, const MassTable& other, const std::vector<int>& slots,
              std::size_t count) {
    for (std::size_t layer = 0; layer < other.layers().size(); ++layer) {
        const Cells& cells = other.layers()[layer];
        if (cells.empty()) continue;
        Cells mine(count, MeanSpread::from(cells.front().count(), 0, 0.0, 0.0));
        for (std::size_t i = 0; i < cells.size(); ++i) mine[slots[i]] = cells[i];
        table.add(static_cast<int>(layer), std::move(mine));
    }
}

void writeRows(JsonWriter& json, std::string_view key, const std::vector<Cells>& rows) {
    json.key(key).beginArray();
    for (const Cells& row : rows) {
        json.beginArray();
        for (const MeanSpread& cell : row) writeCell(json, cell);
        json.endArray();
    }
    json.endArray();
}

/// Rows of cells, each at most `widest` wide. Nothing if batch would not write such rows. A missing key has no rows.
std::optional<std::vector<Cells>> readRows(const io::Tree& tree, io::NodeId object,
                                           std::string_view key, std::size_t widest) {
    const io::NodeId node = tree.find(object, key);
    std::vector<Cells> rows;
    const auto take = [&](std::span<const double> numbers) {
        auto cells = cellsOf(numbers, std::numeric_limits<double>::max());
        if (!cells || cells->size() > widest) return false;
        rows.push_back(std::move(*cells));
        return true;
    };
    if (node == io::none) return rows;
    if (tree.is(node, io::Kind::numbers)) {
        const io::Shape& shape = tree.shape(node);
        if (shape.rank != 3 || shape[2] != 4) return std::nullopt;
        const std::size_t width = std::size_t{4} * shape[1];
        const std::vector<double> numbers = tree.doubles(node);
        for (std::size_t row = 0; row < shape[0]; ++row) {
            if (!take(std::span(numbers).subspan(row * width, width))) return std::nullopt;
        }
        return rows;
    }
    if (!tree.is(node, io::Kind::array)) return std::nullopt;
    for (const io::NodeId row : tree.children(node)) {
        const bool isEmpty = tree.is(row, io::Kind::array) && tree.size(row) == 0;
        const bool isRow =
            tree.is(row, io::Kind::numbers) && tree.shape(row).rank == 2 && tree.shape(row)[1] == 4;
        if (!isEmpty && !isRow) return std::nullopt;
        if (!take(isRow ? tree.doubles(row) : std::vector<double>{})) return std::nullopt;
    }
    return rows;
}

std::optional<MassTable> readTable(const io::Tree& tree, io::NodeId object, std::string_view key,
                                   std::size_t widest) {
    auto rows = readRows(tree, object, key, widest);
    if (!rows) return std::nullopt;
    MassTable table;
    int layer = 0;
    for (Cells& row : *rows) table.add(layer++, std::move(row));
    return table;
}

}  // namespace

std::vector<int> DataSet::slotsOf(Classes& mine, const std::vector<std::string>& names) {
    std::vector<int> slots;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(mine.names, name);
        slots.push_back(static_cast<int>(found - mine.names.begin()));
        if (found == mine.names.end()) mine.names.push_back(name);
    }
    return slots;
}

void DataSet::add(const Summary& summary) {
    ++examples_;
    clusters_.add(summary.cluster);
    const std::size_t heads = std::max(summary.heads, 1);
    for (const auto& [name, member] : headStatisticNames) {
        Heads& rows = statistics_[name];
        for (std::size_t i = 0; i < summary.statistics.size(); ++i) {
            MeanSpread& cell = cellAt(rows, i / heads, i % heads);
            // A head without any weight has no entropy and does not change a mean.
            if (!std::isnan(summary.statistics[i].*member)) cell.add(summary.statistics[i].*member);
        }
        for (std::size_t layer = 0; layer < summary.statistics.size() / heads; ++layer) {
            MeanSpread mean;
            for (std::size_t head = 0; head < heads; ++head) {
                const double value = summary.statistics[layer * heads + head].*member;
                if (!std::isnan(value)) mean.add(value);
            }
            if (mean.count() > 0) cellAt(ofLayers_[name], 0, layer).add(mean.mean());
        }
    }
    addShares(distances_.output, summary.distances.output);
    addShares(distances_.all, summary.distances.all);
    for (const ClassShares& each : summary.classes) {
        Classes& mine = classes_[each.name];
        const std::vector<int> slots = slotsOf(mine, each.classes);
        const std::size_t count = mine.names.size();
        mine.tokens.add(0, reordered(each.tokens, slots, count));
        addShares(mine.rollout.output, each.rollout.output, slots, count);
        addShares(mine.rollout.all, each.rollout.all, slots, count);
    }
    for (const LayerScores& each : summary.scores) scores_.add(each);
}

void DataSet::add(const DataSet& other) {
    examples_ += other.examples_;
    clustersOfParts_ += other.clusters();
    const auto addRows = [](auto& mine, const auto& theirs) {
        for (const auto& [name, rows] : theirs)
            for (std::size_t row = 0; row < rows.size(); ++row)
                for (std::size_t column = 0; column < rows[row].size(); ++column)
                    cellAt(mine[name], row, column).add(rows[row][column]);
    };
    addRows(statistics_, other.statistics_);
    addRows(ofLayers_, other.ofLayers_);
    addTable(distances_.output, other.distances_.output);
    addTable(distances_.all, other.distances_.all);
    for (const auto& [name, theirs] : other.classes_) {
        Classes& mine = classes_[name];
        const std::vector<int> slots = slotsOf(mine, theirs.names);
        const std::size_t count = mine.names.size();
        addTable(mine.tokens, theirs.tokens, slots, count);
        addTable(mine.rollout.output, theirs.rollout.output, slots, count);
        addTable(mine.rollout.all, theirs.rollout.all, slots, count);
    }
    for (const ExportScores& table : other.scores_.all()) scores_.add(table);
}

std::string DataSet::endLine(int failed) const {
    JsonWriter json;
    json.beginObject().field("end", true).field("examples", examples_).field("failed", failed);
    if (clusters() < examples_) json.field("clusters", clusters());
    json.key("statistics").beginObject();
    for (const auto& [name, rows] : statistics_) writeRows(json, name, rows);
    json.endObject().key("layerStatistics").beginObject();
    for (const auto& [name, rows] : ofLayers_) writeRows(json, name, rows);
    json.endObject().key("rolloutByDistance").beginObject();
    std::size_t slots = 0;
    for (const Cells& row : distances_.all.layers()) slots = std::max(slots, row.size());
    json.key("from").beginArray();
    for (std::size_t slot = 0; slot < slots; ++slot)
        json.value(firstDistance(static_cast<int>(slot)));
    json.endArray();
    writeRows(json, "output", distances_.output.layers());
    writeRows(json, "all", distances_.all.layers());
    json.endObject().key("tokenClasses").beginArray();
    for (const auto& [name, classes] : classes_) {
        json.beginObject().field("name", name).array("classes", classes.names);
        writeRows(json, "tokens", classes.tokens.layers());
        writeRows(json, "output", classes.rollout.output.layers());
        writeRows(json, "all", classes.rollout.all.layers());
        json.endObject();
    }
    json.endArray();
    writeTables(json, scores_);
    return json.endObject().take() + '\n';
}

bool DataSet::readRollout(Rollout& rollout, const io::Tree& tree, io::NodeId node,
                          std::size_t widest) {
    auto output = readTable(tree, node, "output", widest);
    auto all = readTable(tree, node, "all", widest);
    if (!output || !all) return false;
    rollout = {std::move(*output), std::move(*all)};
    return true;
}

std::optional<DataSet> DataSet::read(const io::Tree& tree) {
    constexpr io::NodeId root = io::Tree::root;
    DataSet set;
    ObjectReader end(tree, root);
    set.examples_ = static_cast<int>(end.whole("examples", 0, std::numeric_limits<int>::max()));
    set.clustersOfParts_ = end.has("clusters")
                               ? static_cast<int>(end.whole("clusters", 0, set.examples_))
                               : set.examples_;
    const io::NodeId statistics = tree.find(root, "statistics");
    for (const auto& [name, member] : headStatisticNames) {
        auto rows = readRows(tree, statistics, name, mostLayers);
        if (!rows) return std::nullopt;
        set.statistics_[name] = std::move(*rows);
        auto layers = readRows(tree, tree.find(root, "layerStatistics"), name, mostLayers);
        if (!layers) return std::nullopt;
        set.ofLayers_[name] = std::move(*layers);
    }
    // No text is longer than an int can count.
    const std::size_t slots = distanceSlot(std::numeric_limits<int>::max()) + 1;
    if (!readRollout(set.distances_, tree, tree.find(root, "rolloutByDistance"), slots))
        return std::nullopt;
    for (const io::NodeId each : end.list("tokenClasses")) {
        ObjectReader written(tree, each);
        Classes& mine = set.classes_[written.text("name")];
        mine.names = written.texts("classes");
        auto tokens = readTable(tree, each, "tokens", mine.names.size());
        if (!tokens || !written.isGood()) return std::nullopt;
        mine.tokens = std::move(*tokens);
        if (!readRollout(mine.rollout, tree, each, mine.names.size())) return std::nullopt;
    }
    auto scores = readTables(tree);
    if (!scores || !end.isGood()) return std::nullopt;
    set.scores_ = std::move(*scores);
    return set;
}

std::string DataSet::layersText() const {
    std::string text = numberText(examples_) + (examples_ == 1 ? " example" : " examples") +
                       ": means over heads" +
                       (examples_ == 1 ? "" : ", with 95 % intervals over examples (Student's t)") +
                       ", by layer\n";
    if (clusters() < examples_)
        text += "They take the examples of " + numberText(clusters()) +
                " clusters as independent: if those are alike, true intervals are wider.\n";
    for (const auto& [key, member] : headStatisticNames) {
        const auto rows = ofLayers_.find(std::string(key));
        if (rows == ofLayers_.end() || rows->second.empty()) continue;
        std::string line(key);
        line.resize(16, ' ');
        double largest = 0;
        for (const MeanSpread& cell : rows->second.front())
            largest = std::max(largest, std::abs(cell.mean()));
        const int decimals = decimalsFor(largest);
        int layer = 0;
        for (const MeanSpread& cell : rows->second.front()) {
            const MeanInterval mean = meanInterval(cell.count(), cell.mean(), cell.squares());
            line += (layer == 0 ? "L" : "  L") + numberText(layer + 1) + ' ' +
                    columnNumber(mean.mean, decimals);
            if (!std::isnan(mean.low))
                line += " (" + columnNumber(mean.low, decimals) + " to " +
                        columnNumber(mean.high, decimals) + ')';
            ++layer;
        }
        text += line + '\n';
    }
    return text + '\n';
}

namespace {

namespace fs = std::filesystem;

std::string listOf(const std::string& folder) { return folder + '/' + std::string(dataSetName); }

std::string folderLine(const std::string& folder) {
    JsonWriter json;
    return json.beginObject().field("folder", folder).endObject().take() + '\n';
}

std::unexpected<Problem> notWritten(const std::string& folder) {
    return refusal(Code::notRecognised, folder,
                   "Its " + std::string(dataSetName) + " was not written by batch summary.",
                   "Name folders that headwaters batch summary wrote.");
}

/// True for a line between the first and the last, which is an example, or the folder of the examples after it.
bool isListLine(const io::Tree& tree) {
    ObjectReader line(tree, io::Tree::root);
    if (line.has("folder")) {
        line.text("folder");
        return line.isGood();
    }
    line.text("file");
    line.whole("example", 0, std::numeric_limits<int>::max());
    return line.isGood();
}

/// The list into which all others are merged, and its means.
class DataSetMerge {
public:
    explicit DataSetMerge(GrowingFile file) : file_(std::move(file)) {}

    /// Takes over a folder's examples. `from` is the path of the folder relative to the new one.
    Result<void> add(const std::string& folder, const std::string& from) {
        auto source = ByteSource::openOutput(listOf(folder));
        if (!source) {
            return refusal(Code::cannotRead, folder,
                           "The folder has no " + std::string(dataSetName) + ".",
                           "Name folders that headwaters batch summary wrote.");
        }
        LineReader lines(std::move(*source));
        std::string line;
        bool isFirst = true;
        std::size_t content = 0;
        for (;;) {
            const auto more = lines.next(line, longestListLine);
            if (!more) return std::unexpected(more.error());
            if (!*more) {
                return refusal(Code::notRecognised, folder, "This batch did not finish.",
                               "Run headwaters batch summary again with the same options. It "
                               "continues where it stopped.");
            }
            content = std::hash<std::string>{}(line) + 31 * content;
            if (std::exchange(isFirst, false)) {
                if (auto same = takeHead(line, folder, from); !same) return same;
                continue;
            }
            if (line.starts_with("{\"end\":")) {
                const int before = means_.examples();
                if (auto good = takeEnd(line, folder); !good) return good;
                const bool isNew = contents_.insert(content).second;
                return isNew || means_.examples() == before ? Result<void>{} : heldTwice(folder);
            }
            const auto tree = readJson(line);
            if (!tree || !isListLine(*tree)) return notWritten(folder);
            if (line.starts_with("{\"folder\":")) {
                line = folderLine(from + '/' + textAt(*tree, io::Tree::root, "folder"));
                line.pop_back();
            }
            if (auto done = append(line + '\n'); !done) return done;
        }
    }

    Result<void> finish() {
        if (auto done = append(means_.endLine(failed_)); !done) return done;
        if (auto done = flush(); !done) return done;
        return file_.sync();
    }
    int examples() const { return means_.examples(); }
    int failed() const { return failed_; }
    /// The tables of all classifications.
    std::string text(CsvCells cells) const {
        std::vector<ExportScores> tables = means_.scores().all();
        scored_.addChanceTo(tables);
        return means_.layersText() +
               (tables.empty()
                    ? ""
                    : scoresText(examples(), tables,
                                 settings_ ? settingNamed(*settings_, "among") : std::string_view(),
                                 Format::text, cells));
    }

private:
    Result<void> takeHead(const std::string& line, const std::string& folder,
                          const std::string& from) {
        auto tree = readJson(line);
        if (!tree || textAt(*tree, io::Tree::root, "format") != "headwaters-dataset/1")
            return notWritten(folder);
        auto settings = readSettings(*tree);
        if (!settings_) {
            settings_ = std::move(settings);
            if (auto done = append(line + '\n'); !done) return done;
        } else if (auto same = compareSettings(*settings_, settings, folder); !same) {
            return same;
        }
        return append(folderLine(from));
    }
    Result<void> takeEnd(const std::string& line, const std::string& folder) {
        const auto tree = readJson(line);
        if (!tree) {
            return refusal(Code::notRecognised, folder, "The last line is incomplete.",
                           "Run headwaters batch summary again with the same options.");
        }
        const auto means = DataSet::read(*tree);
        ObjectReader written(*tree, io::Tree::root);
        const auto failed = written.whole("failed", 0, std::numeric_limits<int>::max());
        if (!means || !written.isGood()) return notWritten(folder);
        int examples = means_.examples();
        if (auto good = addCount(examples, means->examples(), folder); !good) return good;
        means_.add(*means);
        int scored = 0;
        for (const ExportScores& table : means->scores().all())
            for (const ExportScores::Row& row : table.methods)
                for (const MeanSpread& cell : row.layers) scored = std::max(scored, cell.count());
        if (scored > 0) addScored(scored_, folder, scored);
        return addCount(failed_, static_cast<int>(failed), folder);
    }
    Result<void> append(std::string_view text) {
        constexpr std::size_t piece = std::size_t{1} << 20;
        waiting_ += text;
        return waiting_.size() < piece ? Result<void>{} : flush();
    }
    Result<void> flush() {
        auto done = file_.append(waiting_);
        waiting_.clear();
        return done;
    }

    GrowingFile file_;
    std::string waiting_;
    std::optional<std::vector<SettingText>> settings_;
    DataSet means_;
    ScoredExamples scored_;
    int failed_ = 0;
    std::set<std::size_t> contents_;  ///< hashes of whole lists
};

}  // namespace

Result<DataSet> meansOf(const std::string& folder) {
    auto source = ByteSource::openOutput(folder + "/results.jsonl");
    if (!source) return std::unexpected(source.error());
    LineReader lines(std::move(*source));
    DataSet means;
    std::uint64_t number = 0;
    std::string line;
    for (;;) {
        const auto more = lines.next(line, longestListLine);
        if (!more) return std::unexpected(more.error());
        if (!*more) return means;
        ++number;
        const auto tree = readJson(line);
        const auto summary = tree ? readSummary(*tree) : std::nullopt;
        if (!summary) {
            return refusal(Code::notRecognised, folder,
                           "Line " + numberText(number) +
                               " of its results.jsonl was not written by batch summary.",
                           "Start again in an empty folder.");
        }
        means.add(*summary);
    }
}

bool isDataSet(const std::string& folder) {
    std::error_code unknown;
    return fs::exists(listOf(folder), unknown);
}

Result<std::string> mergeDataSets(const MergeOptions& options, int& failed) {
    const std::string& out = options.out;
    if (out.empty())
        return usage("merge of summaries needs --out.", "Name a new folder for the combined list.");
    std::error_code unknown;
    if (fs::exists(out + "/record.jsonl", unknown)) {
        return refusal(Code::badArgument, out, "This folder contains a batch's results.",
                       "Name a new folder for the combined list.");
    }
    fs::create_directories(out, unknown);
    const std::string path = listOf(out);
    const std::string temporary = out + '/' + std::string(joinedName);
    auto file = GrowingFile::open(temporary);
    if (!file) return std::unexpected(file.error());
    if (!file->hold())
        return usage("Another program is writing to this folder.",
                     "Use another folder, or wait until it ends.");
    if (auto cut = file->cut(0); !cut) return std::unexpected(cut.error());
    DataSetMerge all(std::move(*file));
    std::vector<std::string> seen;
    const auto join = [&]() -> Result<void> {
        for (const std::string& folder : options.files) {
            if (auto once = nameOnce(seen, folder, dataSetName); !once) return once;
            if (auto done = all.add(folder, pathFrom(out, folder)); !done) return done;
        }
        return all.finish();
    };
    auto done = join();
    if (!done) {
        fs::remove(temporary, unknown);
        return std::unexpected(done.error());
    }
    fs::rename(temporary, path, unknown);
    if (unknown)
        return refusal(Code::cannotRead, path, "The file can't be written.",
                       "Check the folder's permissions.");
    if (!syncFolder(out))
        return refusal(Code::cannotRead, out, "The folder can't be synced to disk.",
                       "Check that its disk is connected.");
    failed = all.failed();
    return numberText(all.examples()) + (all.examples() == 1 ? " example in " : " examples in ") +
           path + "\n\n" + all.text(options.cells);
}

std::string dataSetHead(const std::vector<SettingText>& settings) {
    JsonWriter json;
    json.beginObject().field("format", "headwaters-dataset/1").field("program", programName());
    json.key("settings").beginObject();
    for (const auto& [key, value] : settings) json.field(key, value);
    json.endObject().key("methods").beginArray();
    for (int row = 0; row < rankedRowCount; ++row) json.value(rankedKey(row));
    json.endArray().endObject();
    return json.take() + '\n';
}

}  // namespace hw::cli
