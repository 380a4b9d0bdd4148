// SPDX-License-Identifier: MIT
#include "cli/batch/record.h"

#include <algorithm>
#include <utility>

#include "cli/batch/input/json_line.h"
#include "cli/setting_options.h"
#include "core/number_text.h"
#include "core/program_name.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

constexpr std::string_view format = "headwaters-batch/1";
constexpr std::uint64_t longestLine = std::uint64_t{1} << 30;

std::string headOf(const std::vector<SettingText>& settings) {
    JsonWriter json;
    json.beginObject().field("format", format).field("program", programName());
    json.key("settings").beginObject();
    for (const auto& [key, value] : settings) json.field(key, value);
    json.endObject().endObject();
    return json.take() + '\n';
}

/// Whether an earlier run had the same settings.
Result<void> compareHead(std::string_view line, const std::vector<SettingText>& settings) {
    const auto tree = readJson(line);
    if (!tree || textAt(*tree, io::Tree::root, "format") != format) {
        return usage("The folder's record.jsonl is no record of batch.",
                     "Name an empty folder, or a new one.");
    }
    const io::NodeId there = tree->find(io::Tree::root, "settings");
    for (const auto& [key, value] : settings) {
        const std::string before = there == io::none ? "" : textAt(*tree, there, key);
        if (before == value) continue;
        const auto shown = [](const std::string& text) {
            return text.empty() ? std::string("not given") : '"' + text + '"';
        };
        return usage("The folder holds results of other settings: " + std::string(key) + " was " +
                         shown(before) + " and is " + shown(value) + " now.",
                     "Use the same settings to go on, or another folder.");
    }
    return {};
}

DoneExample readDone(const io::Tree& tree) {
    constexpr io::NodeId root = io::Tree::root;
    DoneExample done;
    done.place.file = textAt(tree, root, "file");
    done.place.line = static_cast<std::uint64_t>(numberAt(tree, root, "line"));
    done.place.mark = static_cast<std::uint32_t>(numberAt(tree, root, "mark"));
    done.example = static_cast<int>(numberAt(tree, root, "example"));
    done.of = static_cast<int>(numberAt(tree, root, "of"));
    done.isCounted = tree.find(root, "without") == io::none;
    for (const double size : numbersAt(tree, root, "sizes"))
        done.sizes.push_back(static_cast<std::uint64_t>(size));
    for (const double size : numbersAt(tree, root, "shape"))
        done.shape.push_back(static_cast<int>(size));
    const io::NodeId scores = tree.find(root, "scores");
    if (!tree.is(scores, io::Kind::array)) return done;
    for (const io::NodeId each : tree.children(scores)) {
        const auto method = fromName<Method>(textAt(tree, each, "method"));
        if (!method) continue;
        done.scores.push_back({textAt(tree, each, "importance"), *method,
                               static_cast<int>(numberAt(tree, each, "firstLayer")),
                               numbersAt(tree, each, "values")});
    }
    return done;
}

}  // namespace

std::string Record::lineOf(const DoneExample& done) {
    JsonWriter json;
    json.beginObject().field("file", done.place.file);
    if (done.place.line > 0) json.field("line", static_cast<unsigned long long>(done.place.line));
    json.field("mark", static_cast<unsigned long long>(done.place.mark));
    json.field("example", done.example).field("of", done.of);
    if (!done.isCounted) json.field("without", "scores");
    json.key("sizes").beginArray();
    for (const std::uint64_t size : done.sizes) json.value(static_cast<unsigned long long>(size));
    json.endArray();
    if (!done.shape.empty()) json.array("shape", done.shape);
    if (!done.scores.empty()) {
        json.key("scores").beginArray();
        for (const LayerScores& each : done.scores) {
            json.beginObject().field("importance", each.importance);
            json.field("method", nameOf(each.method)).field("firstLayer", each.firstLayer);
            json.array("values", each.layers).endObject();
        }
        json.endArray();
    }
    json.endObject();
    return json.take() + '\n';
}

void Record::remember(const Place& place, int example, int of) {
    Known& known = files_[place.file];
    if (known.marks.size() <= place.line) known.marks.resize(place.line + 1);
    known.marks[place.line] = place.mark;
    std::vector<bool>& done = known.documents[place.line];
    done.resize(std::max(of, 1));
    if (std::cmp_less(example, done.size())) done[example] = true;
    if (std::ranges::find(done, false) != done.end()) return;
    known.documents.erase(place.line);
    // Lines end nearly in their order: a few runs hold a million of them.
    auto& runs = known.runs;
    std::uint64_t first = place.line;
    std::uint64_t last = place.line;
    auto after = runs.upper_bound(first);
    if (after != runs.begin()) {
        const auto before = std::prev(after);
        if (before->second + 1 >= first) {
            first = before->first;
            last = std::max(last, before->second);
            runs.erase(before);
        }
    }
    if (after != runs.end() && after->first == last + 1) {
        last = after->second;
        runs.erase(after);
    }
    runs[first] = last;
}

Earlier Record::earlier(const Place& place) const {
    const auto known = files_.find(place.file);
    if (known == files_.end()) return Earlier::nothing;
    const std::vector<std::uint32_t>& marks = known->second.marks;
    const std::uint32_t mark = place.line < marks.size() ? marks[place.line] : 0;
    if (mark != 0 && place.mark != 0 && mark != place.mark) return Earlier::changed;
    return isDone(place) ? Earlier::all : Earlier::nothing;
}

bool Record::isDone(const Place& place) const {
    const auto known = files_.find(place.file);
    if (known == files_.end()) return false;
    const auto after = known->second.runs.upper_bound(place.line);
    return after != known->second.runs.begin() && std::prev(after)->second >= place.line;
}

bool Record::isDone(const Place& place, int example) const {
    if (isDone(place)) return true;
    const auto known = files_.find(place.file);
    if (known == files_.end()) return false;
    const auto document = known->second.documents.find(place.line);
    return document != known->second.documents.end() &&
           std::cmp_less(example, document->second.size()) && document->second[example];
}

Result<Record> Record::open(const std::string& folder, const std::vector<SettingText>& settings,
                            const std::function<bool(DoneExample&&)>& keep) {
    const std::string path = folder + "/record.jsonl";
    auto file = GrowingFile::open(path);
    if (!file) return std::unexpected(file.error());
    if (!file->hold())
        return usage("Another program writes into this folder.",
                     "Give each its own folder; headwaters merge joins partial results.");
    const std::uint64_t size = file->size();
    Record record(std::move(*file));
    auto source = ByteSource::open(path);
    if (!source) return std::unexpected(source.error());
    LineReader lines(std::move(*source));
    std::string line;
    std::uint64_t good = 0;
    for (;;) {
        const auto more = lines.next(line, longestLine);
        if (!more) return std::unexpected(more.error());
        // A line without its end was being written when the program was stopped.
        if (!*more || good + line.size() + 1 > size) break;
        if (good == 0) {
            if (auto same = compareHead(line, settings); !same)
                return std::unexpected(same.error());
        } else {
            const auto tree = readJson(line);
            if (!tree) break;
            DoneExample done = readDone(*tree);
            const Place place = done.place;
            const int example = done.example;
            const int of = done.of;
            if (!keep(std::move(done))) break;
            record.remember(place, example, of);
        }
        good += line.size() + 1;
    }
    if (auto cut = record.file_.cut(good); !cut) return std::unexpected(cut.error());
    if (good == 0) {
        if (auto begun = record.file_.append(headOf(settings)); !begun)
            return std::unexpected(begun.error());
    }
    return record;
}

}  // namespace hw::cli
