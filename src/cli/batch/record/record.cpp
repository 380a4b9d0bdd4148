// SPDX-License-Identifier: MIT
#include "cli/batch/record/record.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/batch/input/json_line.h"
#include "cli/setting_options.h"
#include "cli/system/posix.h"
#include "core/number_text.h"
#include "core/program_name.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

constexpr std::string_view format = "headwaters-batch/1";

std::string headOf(const std::vector<SettingText>& settings) {
    JsonWriter json;
    json.beginObject().field("format", format).field("program", programName());
    json.key("settings").beginObject();
    for (const auto& [key, value] : settings) json.field(key, value);
    json.endObject().endObject();
    return json.take() + '\n';
}

/// Fails unless an earlier run had the same settings.
Result<void> compareHead(std::string_view line, const std::vector<SettingText>& settings) {
    const auto tree = readJson(line);
    if (!tree || textAt(*tree, io::Tree::root, "format") != format) {
        return usage("The folder's record.jsonl was not written by batch.",
                     "Name an empty or new folder.");
    }
    const io::NodeId there = tree->find(io::Tree::root, "settings");
    for (const auto& [key, value] : settings) {
        const std::string before = there == io::none ? "" : textAt(*tree, there, key);
        if (before == value) continue;
        const auto shown = [](const std::string& text) {
            return text.empty() ? std::string("not given") : '"' + text + '"';
        };
        return usage("The folder has results with other settings: " + std::string(key) + " was " +
                         shown(before) + " and is " + shown(value) + " now.",
                     "Use the same settings to continue, or another folder.");
    }
    return {};
}

Problem notWritten(std::uint64_t line) {
    return {.code = Code::badArgument,
            .place = {},
            .finding = "Line " + numberText(line) +
                       " of the folder's record.jsonl was not written by batch.",
            .remedy =
                "Delete the line to compute its example and later ones again, or start in an empty "
                "folder.",
            .byte = {}};
}

/// The random number of the system's start, which shows whether the system was restarted. After a power cut, anything
/// written before it and not synced may be missing, in any order. Empty if unknown, which never counts as the same
/// start.
std::string startOfSystem() {
    const int file = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    std::array<char, 64> text{};
    const ssize_t size = ::read(file, text.data(), text.size());
    ::close(file);
    const std::string_view found(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return std::string(found.substr(0, found.find_first_not_of("0123456789abcdef-")));
}

constexpr std::string_view syncedBegin = "{\"synced\":";

/// After a restart of the system, anything after this line may be missing on the disk.
std::string syncedLine() {
    JsonWriter json;
    return json.beginObject().field("synced", startOfSystem()).endObject().take() + '\n';
}

/// The bytes of the record that are certain to be on the disk, together with their results.
Result<std::uint64_t> sureSize(const std::string& path, std::uint64_t size) {
    auto source = ByteSource::openOutput(path);
    if (!source) return std::unexpected(source.error());
    LineReader lines(std::move(*source));
    const std::string now = syncedLine();
    std::string line;
    std::uint64_t at = 0;
    std::uint64_t synced = 0;
    bool isOfNow = false;
    for (;;) {
        const auto more = lines.next(line, longestRecordLine);
        if (!more || !*more) break;
        at += line.size() + 1;
        if (at > size) break;
        if (!line.starts_with(syncedBegin)) continue;
        synced = at;
        isOfNow = now.starts_with(line) && !startOfSystem().empty();
    }
    return isOfNow || synced == 0 ? size : synced;
}

}  // namespace

Result<Record> Record::hold(const std::string& folder) {
    auto file = GrowingFile::open(folder + "/record.jsonl");
    if (!file) return std::unexpected(file.error());
    if (!file->hold())
        return usage(
            "Another program is writing to this folder.",
            "Give each program its own folder. headwaters merge combines partial results.");
    return Record(folder, std::move(*file));
}

Result<void> Record::load(const std::vector<SettingText>& settings,
                          const std::function<bool(DoneExample&&)>& keep) {
    const std::string path = folder_ + "/record.jsonl";
    const auto size = sureSize(path, file_.size());
    if (!size) return std::unexpected(size.error());
    auto source = ByteSource::openOutput(path);
    if (!source) return std::unexpected(source.error());
    LineReader lines(std::move(*source));
    std::string line;
    std::uint64_t good = 0;
    std::uint64_t number = 0;
    for (;;) {
        const auto more = lines.next(line, longestRecordLine);
        if (!more && more.error().code != Code::tooLarge) return std::unexpected(more.error());
        // A line without its end was being written when the program stopped. After a power cut it may contain anything.
        if (!more || !*more || good + line.size() + 1 > *size) break;
        ++number;
        if (number == 1) {
            if (lines.isPacked()) line.clear();
            if (auto same = compareHead(line, settings); !same) return same;
        } else if (!line.starts_with(syncedBegin)) {
            if (!readJson(line)) break;
            auto done = readDone(line);
            if (!done) return std::unexpected(notWritten(number));
            const Place place = done->place;
            const int example = done->example;
            const int of = done->of;
            if (!keep(std::move(*done))) break;
            if (!done_.remember(place, example, of)) return std::unexpected(notWritten(number));
        }
        good += line.size() + 1;
    }
    if (auto cut = file_.cut(good); !cut) return cut;
    return good == 0 ? file_.append(headOf(settings)) : Result<void>{};
}

Result<void> Record::sync() {
    if (auto done = file_.append(syncedLine()); !done) return done;
    return file_.sync();
}

}  // namespace hw::cli
