// SPDX-License-Identifier: MIT
// What batch summary wrote: means of results read back, and merge: the lists of all folders one after the other, and the
// means of all.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "cli/batch/data_set.h"
#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/file.h"
#include "cli/batch/input/json_line.h"
#include "cli/batch/sums.h"
#include "cli/output/whole_file.h"
#include "cli/setting_options.h"
#include "core/number_text.h"
#include "core/program_name.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

std::string listOf(const std::string& folder) { return folder + '/' + std::string(dataSetName); }

std::string folderLine(const std::string& folder) {
    JsonWriter json;
    return json.beginObject().field("folder", folder).endObject().take() + '\n';
}

std::unexpected<Problem> notWritten(const std::string& folder) {
    return refusal(Code::notRecognised, folder,
                   "Its " + std::string(dataSetName) + " is not what batch writes.",
                   "Name folders that headwaters batch summary wrote.");
}

/// A line between the first and the last: an example, or the folder of those after it.
bool isListLine(const io::Tree& tree) {
    WrittenObject line(tree, io::Tree::root);
    if (line.has("folder")) {
        line.text("folder");
        return line.isGood();
    }
    line.text("file");
    line.whole("example", 0, std::numeric_limits<int>::max());
    return line.isGood();
}

/// The list that all become, and their means.
class Joining {
public:
    explicit Joining(GrowingFile file) : file_(std::move(file)) {}

    /// Takes over a folder's examples; `from` is the folder as it is found from the new one.
    Result<void> add(const std::string& folder, const std::string& from) {
        auto source = ByteSource::openWritten(listOf(folder));
        if (!source) {
            return refusal(Code::cannotRead, folder,
                           "The folder holds no " + std::string(dataSetName) + ".",
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
                return refusal(Code::notRecognised, folder, "This batch has not come to its end.",
                               "Call headwaters batch summary as before: it goes on from where it "
                               "was stopped.");
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
    /// The tables of all.
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
            return refusal(Code::notRecognised, folder, "The last line is broken.",
                           "Call headwaters batch summary as before.");
        }
        const auto means = DataSet::read(*tree);
        WrittenObject written(*tree, io::Tree::root);
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
    auto source = ByteSource::openWritten(folder + "/results.jsonl");
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
                               " of its results.jsonl is not what batch summary writes.",
                           "Begin anew in an empty folder.");
        }
        means.add(*summary);
    }
}

bool isDataSet(const std::string& folder) {
    std::error_code unknown;
    return fs::exists(listOf(folder), unknown);
}

Result<std::string> mergeDataSets(const Options& options, int& failed) {
    const std::string& out = options.batch.out;
    if (out.empty())
        return usage("merge of summaries needs --out.", "Name a new folder for the list of all.");
    std::error_code unknown;
    if (fs::exists(out + "/record.jsonl", unknown)) {
        return refusal(Code::badArgument, out, "A batch has its results in this folder.",
                       "Name a new folder for the list of all.");
    }
    fs::create_directories(out, unknown);
    const std::string path = listOf(out);
    const std::string beside = out + '/' + std::string(joinedName);
    auto file = GrowingFile::open(beside);
    if (!file) return std::unexpected(file.error());
    if (!file->hold())
        return usage("Another program writes into this folder.", "Give each its own folder.");
    if (auto cut = file->cut(0); !cut) return std::unexpected(cut.error());
    Joining all(std::move(*file));
    std::vector<std::string> seen;
    const auto join = [&]() -> Result<void> {
        for (const std::string& folder : options.batch.files) {
            if (auto once = nameOnce(seen, folder, dataSetName); !once) return once;
            if (auto done = all.add(folder, pathFrom(out, folder)); !done) return done;
        }
        return all.finish();
    };
    auto done = join();
    if (!done) {
        fs::remove(beside, unknown);
        return std::unexpected(done.error());
    }
    fs::rename(beside, path, unknown);
    if (unknown)
        return refusal(Code::cannotRead, path, "The file cannot be written.",
                       "Is the folder somebody else's?");
    if (!syncFolder(out))
        return refusal(Code::cannotRead, out, "The folder cannot be synced.",
                       "Is its disk still there?");
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
