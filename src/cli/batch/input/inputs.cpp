// SPDX-License-Identifier: MIT
#include "cli/batch/input/inputs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/batch/input/input_files.h"
#include "core/number_text.h"
#include "io/json/space.h"
#include "io/readers/inflater.h"

namespace hw::cli {
namespace {

enum class TextForm {
    lines,      ///< one text per line, unchanged
    jsonLines,  ///< one JSON value per line, which is a text, a pair, or an object with text and pair
    list,       ///< one JSON list of them
};

std::string_view unpackedName(std::string_view name) {
    if (name.ends_with(".gz")) name.remove_suffix(3);
    return name;
}

/// The next character that is not a space, 0 at the end.
char nextOf(std::string_view& text) {
    while (!text.empty() && io::isSpace(text.front())) text.remove_prefix(1);
    if (text.empty()) return 0;
    const char c = text.front();
    text.remove_prefix(1);
    return c;
}

/// The form by the name (.json, .jsonl, .ndjson, also with .gz) or else by the beginning of the unpacked content.
/// Nothing while more bytes are needed, and for lines at the end of the file.
std::optional<TextForm> textFormOf(std::string_view name, std::string_view head) {
    name = unpackedName(name);
    if (name.ends_with(".jsonl") || name.ends_with(".ndjson")) return TextForm::jsonLines;
    if (name.ends_with(".json")) return TextForm::list;
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    // A list begins with a bracket and a quotation mark. A text may begin with a bracket, as [MASK] does.
    char c = nextOf(head);
    if (c == 0) return std::nullopt;
    if (c != '[') return TextForm::lines;
    for (int depth = 0; depth < 2; ++depth) {
        c = nextOf(head);
        if (c == 0) return std::nullopt;
        if (c == '"' || c == '{' || c == ']') return TextForm::list;
        if (c != '[') return TextForm::lines;
    }
    return TextForm::lines;
}

/// True for names of files with texts (.txt, .json, .jsonl, .ndjson, also with .gz). Others in a folder are skipped.
bool isTextName(std::string_view name) {
    name = unpackedName(name);
    constexpr std::array<std::string_view, 4> endings{".txt", ".json", ".jsonl", ".ndjson"};
    return std::ranges::any_of(endings, [&](std::string_view end) { return name.ends_with(end); });
}

namespace fs = std::filesystem;

Problem changed() {
    return {.code = Code::badArgument,
            .place = {},
            .finding = "The file has changed since its results were written.",
            .remedy = "Use another folder for the new results.",
            .byte = {}};
}

Problem unreadable(const std::error_code& failed) {
    return {.code = Code::cannotRead,
            .place = {},
            .finding = "The folder can't be read: " + failed.message() + ".",
            .remedy = "Check its name and permissions.",
            .byte = {}};
}

}  // namespace

Inputs::Inputs(const BatchOptions& options, PriorLookup known)
    : out_(options.out),
      longest_(options.isMemoryGiven ? options.memoryBytes : defaultText()),
      givesTexts_(!options.model.model.empty()),
      known_(std::move(known)) {
    for (fs::path& path : distinct(options.files)) waiting_.push_back({std::move(path)});
    std::ranges::reverse(waiting_);
}

std::uint64_t Inputs::taken() const {
    if (archive_) return taken_ + archive_->taken();
    return taken_ + (lines_ ? lines_->taken() : 0);
}

std::optional<Input> Inputs::next() {
    for (;;) {
        if (lines_) {
            if (auto line = nextLine(*lines_)) return line;
            continue;
        }
        if (archive_) {
            if (auto member = nextMember(*archive_)) return member;
            continue;
        }
        if (waiting_.empty()) return std::nullopt;
        const Entry entry = std::move(waiting_.back());
        waiting_.pop_back();
        if (auto input = begin(entry)) return input;
    }
}

std::optional<Input> Inputs::begin(const Entry& entry) {
    if (isStream(entry.path)) return beginStream(entry.path.string());
    Input input{{nameOfPath(entry.path)}, entry.path.string(), {}, {}, entry.isFound};
    std::error_code unknown;
    if (fs::is_directory(entry.path, unknown)) {
        std::error_code failed;
        for (fs::path& path : listed(entry.path, out_, failed))
            waiting_.push_back({std::move(path), true});
        if (!failed) return std::nullopt;
        input.problem = unreadable(failed);
        return input;
    }
    if (givesTexts_ && entry.isFound && !isTextName(input.path)) return std::nullopt;
    input.place.file = nameOnce(std::move(input.place.file));
    const std::uint64_t size = sizeOfFile(entry.path);
    input.place.mark = static_cast<std::uint32_t>(size);
    const PriorResults earlier = known_(input.place);
    if (earlier == PriorResults::changed) input.problem = changed();
    if (earlier != PriorResults::nothing) taken_ += size;
    if (earlier == PriorResults::changed) return input;
    if (earlier == PriorResults::all) {
        skipped_ += size;
        return std::nullopt;
    }
    input.problem = beginContainer(input);
    if (lines_ || archive_) return std::nullopt;
    taken_ += size;
    return input;
}

/// Whether a file or member is read by lines. For texts it also stores the form.
Result<bool> Inputs::hasLines(std::string_view name, ByteSource source, Input& input) const {
    std::string head;
    std::optional<TextForm> form;
    while (!(form = textFormOf(name, head))) {
        const auto more = source.read(head);
        if (!more) return std::unexpected(more.error());
        if (!*more || head.size() > longest_) break;
    }
    input.isJson = form == TextForm::jsonLines;
    return form != TextForm::list;
}

/// Starts reading the lines or members of a file that has some.
std::optional<Problem> Inputs::beginContainer(Input& input) {
    const auto kind = archiveKindOfFile(input.path);
    if (!kind) return kind.error();
    auto source = ByteSource::open(input.path);
    if (!source) return source.error();
    Result<bool> isLines = false;
    if (*kind == ArchiveKind::none && givesTexts_) {
        isLines = hasLines(input.path, std::move(*source), input);
        source = ByteSource::open(input.path);
        if (!source) return source.error();
    } else if (*kind == ArchiveKind::none) {
        isLines = isJsonLines(input.path);
    }
    if (!isLines) return isLines.error();
    if (*kind == ArchiveKind::none && !*isLines) return std::nullopt;
    if (*isLines)
        beginLines(std::move(*source), {}, input);
    else
        beginArchive(*kind, std::move(*source), {}, input);
    return std::nullopt;
}

void Inputs::beginLines(ByteSource source, std::string head, const Input& input) {
    lines_.emplace(std::move(source), std::move(head));
    ofLines_ = {input.place, input.path, {}, {}, input.isFound, input.isJson};
}

void Inputs::beginArchive(ArchiveKind kind, ByteSource source, std::string head,
                          const Input& input) {
    archive_.emplace(kind, std::move(source), std::move(head), longest_);
    ofArchive_ = {input.place, input.path, {}, {}, input.isFound};
}

/// Standard input or a pipe, where the bytes that were read to detect the format cannot be read again.
std::optional<Input> Inputs::beginStream(const std::string& path) {
    Input input{{nameOnce(nameOfPath(path))}, path, {}, {}};
    auto source = ByteSource::open(path);
    if (!source) {
        input.problem = source.error();
        return input;
    }
    LinesSniffer sniffer;
    std::optional<bool> isLines;
    while (!isLines && input.text.size() <= longest_) {
        const std::size_t before = input.text.size();
        const auto more = source->read(input.text);
        if (!more) {
            input.problem = more.error();
            return input;
        }
        if (!*more) break;
        if (!givesTexts_) {
            isLines = sniffer.push(std::string_view(input.text).substr(before));
        } else if (const auto form = textFormOf({}, input.text)) {
            isLines = *form == TextForm::lines;
        }
    }
    input.isJson = !givesTexts_;
    if (isLines.value_or(false)) {
        beginLines(std::move(*source), std::move(input.text), input);
        return std::nullopt;
    }
    std::optional<ArchiveKind> kind = archiveKindOf(input.text);
    while (isLines && !kind) {
        const auto more = source->read(input.text);
        if (!more) input.problem = more.error();
        if (!more) return input;
        if (!*more) break;
        kind = archiveKindOf(input.text);
    }
    if (kind.value_or(ArchiveKind::none) != ArchiveKind::none) {
        beginArchive(*kind, std::move(*source), std::move(input.text), input);
        return std::nullopt;
    }
    // The beginning distinguishes it from another input. The rest is read when it is opened.
    constexpr std::size_t enough = 4096;
    while (input.text.size() < enough) {
        const auto more = source->read(input.text);
        if (!more) input.problem = more.error();
        if (!more || !*more) break;
    }
    input.place.mark = io::crc32Of(0, std::string_view(input.text).substr(0, enough));
    const PriorResults earlier = known_(input.place);
    if (earlier == PriorResults::changed) input.problem = changed();
    if (earlier == PriorResults::all) return std::nullopt;
    input.rest = std::make_shared<ByteSource>(std::move(*source));
    return input;
}

/// Results, record and failures identify inputs by name, so two inputs never share one.
std::string Inputs::nameOnce(std::string name) {
    const std::string first = name;
    for (int count = 2; !names_.insert(std::hash<std::string>{}(name)).second; ++count)
        name = first + " (" + numberText(count) + ')';
    return name;
}

void Inputs::endLines(const LineReader& lines) {
    if (!archive_) taken_ += lines.taken();
    lines_.reset();
}

std::optional<Input> Inputs::nextLine(LineReader& lines) {
    for (;;) {
        const std::uint64_t before = lines.taken();
        ++ofLines_.place.line;
        Input input = ofLines_;
        const auto more = lines.next(input.text, longest_);
        if (!more) {
            input.problem = more.error();
            // After a line that is too long others follow. After a read error nothing follows.
            if (more.error().code != Code::tooLarge) endLines(lines);
            return input;
        }
        if (!*more) {
            endLines(lines);
            return std::nullopt;
        }
        if (std::ranges::all_of(input.text, io::isSpace)) continue;
        input.place.mark = io::crc32Of(0, input.text);
        if (!lines.isPacked() && !archive_) {
            input.place.at = lines.begin();
            input.place.size = input.text.size();
        }
        const PriorResults earlier = known_(input.place);
        if (earlier == PriorResults::changed) input.problem = changed();
        if (earlier != PriorResults::all) return input;
        if (!archive_) skipped_ += lines.taken() - before;
    }
}

std::optional<Input> Inputs::nextMember(ArchiveReader& archive) {
    for (;;) {
        const std::uint64_t before = archive.taken();
        auto next = archive.next();
        std::optional<Member> member = next ? std::move(*next) : std::nullopt;
        if (!member) {
            Input input = ofArchive_;
            if (!next) input.problem = next.error();
            taken_ += archive.taken();
            archive_.reset();
            return input.problem ? std::optional(std::move(input)) : std::nullopt;
        }
        Member& found = *member;
        // An archive may have millions of empty members, whose names should not take memory.
        if (!found.problem && found.content.empty()) continue;
        if (givesTexts_ && !isTextName(found.name)) continue;
        Input input{
            {nameOnce(ofArchive_.place.file + '/' + found.name)}, ofArchive_.path, {}, {}, true};
        input.problem = std::move(found.problem);
        if (input.problem) return input;
        std::string& content = found.content;
        const auto isLines = givesTexts_ ? hasLines(found.name, ByteSource::of(content), input)
                                         : isJsonLines(found.name, content);
        if (!isLines) {
            input.problem = isLines.error();
            return input;
        }
        if (*isLines) {
            beginLines(ByteSource::of(std::move(content)), {}, input);
            return std::nullopt;
        }
        input.place.mark = io::crc32Of(0, content);
        const PriorResults earlier = known_(input.place);
        if (earlier == PriorResults::changed) input.problem = changed();
        input.text = std::move(content);
        if (earlier != PriorResults::all) return input;
        skipped_ += archive.taken() - before;
    }
}

}  // namespace hw::cli
