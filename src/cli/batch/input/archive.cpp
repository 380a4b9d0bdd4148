// SPDX-License-Identifier: MIT
#include "cli/batch/input/archive.h"

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/number_text.h"
#include "core/refusal.h"
#include "io/json/utf8.h"
#include "io/readers/tar_stream.h"
#include "io/readers/zip_stream.h"
#include "io/tree/open_options.h"

namespace hw::cli {
namespace {

/// Checks the names of the file and its folders. "./" in front does not make a file hidden.
bool isHidden(std::string_view name) {
    while (name.starts_with("./")) name.remove_prefix(2);
    return name.starts_with('.') || name.find("/.") != std::string_view::npos;
}

}  // namespace

/// Gathers whole members. Not in the unnamed namespace, since a class in a header has it as a member.
class ArchiveGatherer : public io::EntryTaker {
public:
    explicit ArchiveGatherer(std::uint64_t longest) : longest_(longest) {}

    Result<void> begin(const std::string& name, std::optional<std::uint64_t>) override {
        present_ = {name, {}, {}};
        io::repairUtf8(present_.name);  // results are JSON
        isLeftOut_ = isHidden(name) || name.ends_with('/');
        return {};
    }
    Result<void> content(std::string_view bytes) override {
        if (isLeftOut_ || present_.problem) return {};
        if (present_.content.size() + bytes.size() <= longest_) {
            present_.content += bytes;
            return {};
        }
        present_.content = {};
        present_.problem = Problem{
            .code = Code::tooLarge,
            .place = {},
            .finding = "This file in the archive exceeds " + numberText(longest_) + " bytes.",
            .remedy = "Raise the limit with --memory, or unpack the archive.",
            .byte = {}};
        return {};
    }
    Result<void> end() override {
        if (!isLeftOut_) ready_.push_back(std::move(present_));
        return {};
    }

    Result<void> refuse(const std::string& name, Problem problem) override {
        present_ = {name, {}, std::move(problem)};
        io::repairUtf8(present_.name);
        if (!isHidden(name)) ready_.push_back(std::move(present_));
        return {};
    }

    std::optional<Member> take() {
        if (ready_.empty()) return std::nullopt;
        Member member = std::move(ready_.front());
        ready_.pop_front();
        return member;
    }

private:
    std::uint64_t longest_;
    Member present_;
    bool isLeftOut_ = false;
    std::deque<Member> ready_;
};

constexpr io::ZipStream::Remedies remedies{
    .method = "Unpack the archive, or make it with deflate (as zip does).",
    .sizes = "Unpack the archive, or make it anew from files."};

struct ArchiveReader::State {
    std::variant<io::TarStream, io::ZipStream> stream;
    ArchiveGatherer gatherer;
    std::string bytes = {};  ///< read but not parsed yet
    std::optional<Problem> problem = {};
    bool isOver = false;

    Result<void> takeApart() {
        return std::visit([&](auto& one) { return one.push(bytes, gatherer); }, stream);
    }
    bool hasEnded() const {
        return std::visit([](const auto& one) { return one.hasEnded(); }, stream);
    }
    /// After the last byte.
    Result<void> close() {
        isOver = true;
        if (hasEnded()) return {};
        return refusal(Code::truncated,
                       std::visit([](const auto& one) { return one.name(); }, stream),
                       "The archive ends too early.", "Copy or download it again.");
    }
};

ArchiveReader::ArchiveReader(ArchiveKind kind, ByteSource source, std::string head,
                             std::uint64_t longest)
    : source_(std::move(source)),
      state_(new State{.stream = io::TarStream(),
                       .gatherer = ArchiveGatherer(longest),
                       .bytes = std::move(head)}) {
    if (kind == ArchiveKind::zip)
        state_->stream.emplace<io::ZipStream>(Limits{}.maxExpansion, remedies);
}
ArchiveReader::ArchiveReader(ArchiveReader&&) noexcept = default;
ArchiveReader& ArchiveReader::operator=(ArchiveReader&&) noexcept = default;
ArchiveReader::~ArchiveReader() = default;

Result<std::optional<Member>> ArchiveReader::next() {
    State& state = *state_;
    for (;;) {
        // Members before the damage in an archive are kept.
        if (auto member = state.gatherer.take()) return member;
        if (state.problem) return std::unexpected(*std::exchange(state.problem, std::nullopt));
        if (state.isOver) return std::nullopt;
        Result<void> done = state.takeApart();
        state.bytes.clear();
        if (done) {
            const auto more = source_.read(state.bytes);
            if (!more) done = std::unexpected(more.error());
            if (more && !*more) done = state.close();
        }
        if (done) continue;
        state.isOver = true;
        state.problem = done.error();
    }
}

std::optional<ArchiveKind> archiveKindOf(std::string_view head) {
    constexpr std::size_t header = 30;
    if (head.size() < 4) return std::nullopt;
    if (io::isZip(head)) {
        if (head.size() < header) return std::nullopt;
        const std::size_t length =
            static_cast<unsigned char>(head[26]) + 256 * static_cast<unsigned char>(head[27]);
        if (head.size() < header + length) return std::nullopt;
        const std::string_view name = head.substr(header, length);
        const bool isDocument = length == 0 || name.ends_with(".npy") || name.ends_with("data.pkl");
        return isDocument ? ArchiveKind::none : ArchiveKind::zip;
    }
    if (head.size() < 512) return std::nullopt;
    return io::isTar(head) ? ArchiveKind::tar : ArchiveKind::none;
}

Result<ArchiveKind> archiveKindOfFile(const std::string& path) {
    auto source = ByteSource::open(path);
    if (!source) return std::unexpected(source.error());
    std::string head;
    for (;;) {
        const auto more = source->read(head);
        if (!more) return std::unexpected(more.error());
        if (const auto kind = archiveKindOf(head)) return *kind;
        if (!*more) return ArchiveKind::none;
    }
}

}  // namespace hw::cli
