// SPDX-License-Identifier: MIT
#include "cli/batch/record/done_examples.h"

#include <iterator>
#include <limits>
#include <utility>

#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/json_line.h"
#include "cli/correlate/chance.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

bool readScores(DoneExample& done, const io::Tree& tree, const std::vector<io::NodeId>& scores) {
    for (const io::NodeId each : scores) {
        ObjectReader written(tree, each);
        const auto row = rankedRowOf(written.text("method"));
        LayerScores read{written.text("importance"), row.value_or(0),
                         static_cast<int>(written.whole("firstLayer", 0, mostLayers)),
                         written.numbers("values", 1.0 + 1e-9)};
        if (!row || !written.isGood()) return false;
        done.scores.push_back(std::move(read));
    }
    return true;
}

}  // namespace

std::optional<DoneExample> readDone(std::string_view line) {
    const auto tree = readJson(line);
    if (!tree) return std::nullopt;
    constexpr int most = std::numeric_limits<int>::max();
    ObjectReader written(*tree, io::Tree::root);
    DoneExample done;
    done.place.file = written.text("file");
    if (written.has("line"))
        done.place.line = static_cast<std::uint64_t>(written.whole("line", 1, mostExact));
    done.place.mark = static_cast<std::uint32_t>(
        written.whole("mark", 0, std::numeric_limits<std::uint32_t>::max()));
    done.of = static_cast<int>(written.whole("of", 1, most));
    done.example = static_cast<int>(written.whole("example", 0, done.of - 1));
    done.isCounted = !written.has("without");
    if (written.has("cluster")) done.cluster = written.text("cluster");
    for (const std::int64_t size : written.wholes("sizes", 0, mostExact))
        done.sizes.push_back(static_cast<std::uint64_t>(size));
    if (written.has("shape")) {
        for (const std::int64_t size : written.wholes("shape", 1, most))
            done.shape.push_back(static_cast<int>(size));
    }
    if (!readScores(done, *tree, written.list("scores")) || !written.isGood()) return std::nullopt;
    return done;
}

std::string lineOf(const DoneExample& done) {
    JsonWriter json;
    json.beginObject().field("file", done.place.file);
    if (done.place.line > 0) json.field("line", static_cast<unsigned long long>(done.place.line));
    json.field("mark", static_cast<unsigned long long>(done.place.mark));
    json.field("example", done.example).field("of", done.of);
    if (!done.isCounted) json.field("without", "scores");
    if (!done.cluster.empty()) json.field("cluster", done.cluster);
    json.key("sizes").beginArray();
    for (const std::uint64_t size : done.sizes) json.value(static_cast<unsigned long long>(size));
    json.endArray();
    if (!done.shape.empty()) json.array("shape", done.shape);
    if (!done.scores.empty()) {
        json.key("scores").beginArray();
        for (const LayerScores& each : done.scores) {
            json.beginObject().field("importance", each.importance);
            json.field("method", rankedKey(each.row)).field("firstLayer", each.firstLayer);
            json.array("values", each.layers).endObject();
        }
        json.endArray();
    }
    json.endObject();
    return json.take() + '\n';
}

/// FNV-1a, 64 bits.
std::uint64_t hashOf(const Place& place, int example) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325U;
    const auto add = [&](std::uint8_t byte) { hash = (hash ^ byte) * 0x100'0000'01B3U; };
    for (const char c : place.file) add(static_cast<std::uint8_t>(c));
    for (const std::uint64_t number :
         {place.line, std::uint64_t{place.mark}, static_cast<std::uint64_t>(example)}) {
        for (int shift = 0; shift < 64; shift += 8) add(static_cast<std::uint8_t>(number >> shift));
    }
    return hash;
}

bool DoneExamples::remember(const Place& place, int example, int of) {
    if (isDone(place)) return false;
    Known& known = files_[place.file];
    known.marks[place.line / marksInOne][place.line % marksInOne] = place.mark;
    PartialDocument& partly =
        known.documents.try_emplace(place.line, PartialDocument{of, {}}).first->second;
    if (partly.of != of || !partly.done.insert(example).second) return false;
    if (std::cmp_less(partly.done.size(), of)) return true;
    known.documents.erase(place.line);
    // Lines end nearly in their order, so a few runs cover a million of them.
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
    return true;
}

PriorResults DoneExamples::earlier(const Place& place) const {
    const auto known = files_.find(place.file);
    if (known == files_.end()) return PriorResults::nothing;
    const auto marks = known->second.marks.find(place.line / marksInOne);
    const std::uint32_t mark =
        marks == known->second.marks.end() ? 0 : marks->second[place.line % marksInOne];
    if (mark != 0 && place.mark != 0 && mark != place.mark) return PriorResults::changed;
    return isDone(place) ? PriorResults::all : PriorResults::nothing;
}

bool DoneExamples::isDone(const Place& place) const {
    const auto known = files_.find(place.file);
    if (known == files_.end()) return false;
    const auto after = known->second.runs.upper_bound(place.line);
    return after != known->second.runs.begin() && std::prev(after)->second >= place.line;
}

bool DoneExamples::isDone(const Place& place, int example) const {
    if (isDone(place)) return true;
    const auto known = files_.find(place.file);
    if (known == files_.end()) return false;
    const auto document = known->second.documents.find(place.line);
    return document != known->second.documents.end() && document->second.done.contains(example);
}

void ScoredExamples::add(const DoneExample& done) {
    if (!isWhole_ || done.scores.empty()) return;
    for (const LayerScores& each : done.scores) numbers_ += each.layers.size();
    examples_.push_back({done.cluster, done.scores});
    if (numbers_ > mostNumbers) giveUp();
}

void ScoredExamples::add(ScoredExamples&& other) {
    numbers_ += other.numbers_;
    std::ranges::move(other.examples_, std::back_inserter(examples_));
    if (!isWhole_ || !other.isWhole_ || numbers_ > mostNumbers) giveUp();
}

void ScoredExamples::giveUp() {
    isWhole_ = false;
    examples_.clear();
}

void ScoredExamples::addChanceTo(std::vector<ExportScores>& tables) const {
    if (isWhole_)
        addChance(tables, examples_);
    else
        addIntervals(tables);
}

std::optional<ScoredExamples> scoredIn(const std::string& folder) {
    auto source = ByteSource::openOutput(folder + "/record.jsonl");
    if (!source) return std::nullopt;
    LineReader lines(std::move(*source));
    ScoredExamples read;
    std::string line;
    for (bool isHead = true;; isHead = false) {
        const auto more = lines.next(line, longestRecordLine);
        if (!more) return std::nullopt;
        if (!*more) return read;
        if (isHead || line.starts_with("{\"synced\":")) continue;
        const auto done = readDone(line);
        if (!done) return std::nullopt;
        read.add(*done);
    }
}

}  // namespace hw::cli
