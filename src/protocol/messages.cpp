// SPDX-License-Identifier: MIT
#include "protocol/messages.h"

#include "protocol/wire_fields.h"

namespace hw::wire {
namespace {

/// Kinds as in the first u32. Their numbers are fixed, because JavaScript writes some by hand.
template <class T>
constexpr std::uint32_t kindOf = 0;
template <>
constexpr std::uint32_t kindOf<OpenBegin> = 1;
template <>
constexpr std::uint32_t kindOf<OpenChunk> = 2;
template <>
constexpr std::uint32_t kindOf<OpenEnd> = 3;
template <>
constexpr std::uint32_t kindOf<Cancel> = 4;
template <>
constexpr std::uint32_t kindOf<SelectExample> = 5;
template <>
constexpr std::uint32_t kindOf<Ask> = 6;
template <>
constexpr std::uint32_t kindOf<Forget> = 7;
template <>
constexpr std::uint32_t kindOf<Export> = 8;
template <>
constexpr std::uint32_t kindOf<Pack> = 9;
template <>
constexpr std::uint32_t kindOf<Save> = 10;
template <>
constexpr std::uint32_t kindOf<MakeExample> = makeExampleKind;
template <>
constexpr std::uint32_t kindOf<MakeFailed> = 12;
template <>
constexpr std::uint32_t kindOf<Opened> = 66;
template <>
constexpr std::uint32_t kindOf<Failed> = 67;
template <>
constexpr std::uint32_t kindOf<Answered> = 68;
template <>
constexpr std::uint32_t kindOf<ExampleChanged> = 69;
template <>
constexpr std::uint32_t kindOf<Exported> = 70;
template <>
constexpr std::uint32_t kindOf<Packed> = 71;
template <>
constexpr std::uint32_t kindOf<ExampleRefused> = 72;
template <>
constexpr std::uint32_t kindOf<Saved> = 73;
template <>
constexpr std::uint32_t kindOf<ExampleWanted> = 74;
template <>
constexpr std::uint32_t kindOf<FlowNetwork> = 129;
template <>
constexpr std::uint32_t kindOf<FlowShare> = 130;
template <>
constexpr std::uint32_t kindOf<FlowStop> = 131;
template <>
constexpr std::uint32_t kindOf<FlowColumn> = 132;

// The fields after the two leading u32. OpenChunk and MakeExample take the rest of the message and follow below.
template <class Archive, Either<OpenBegin> T>
void body(Archive& archive, T& m) {
    archive(m.totalBytes, m.memoryLimit, m.name, m.choices);
}
template <class Archive, Either<OpenEnd> T>
void body(Archive&, T&) {}
template <class Archive, Either<Cancel> T>
void body(Archive&, T&) {}
template <class Archive, Either<SelectExample> T>
void body(Archive& archive, T& m) {
    archive(m.document, m.example, m.recipe);
}
template <class Archive, Either<Ask> T>
void body(Archive& archive, T& m) {
    archive(m.queries, m.replaces, m.layer);
}
template <class Archive, Either<Forget> T>
void body(Archive& archive, T& m) {
    archive(m.query);
}
template <class Archive, Either<Export> T>
void body(Archive& archive, T& m) {
    archive(m.query, m.format, m.relative, m.dividesByUniform);
}
template <class Archive, Either<Opened> T>
void body(Archive& archive, T& m) {
    archive(m.document);
}
template <class Archive, Either<Failed> T>
void body(Archive& archive, T& m) {
    archive(m.problem);
}
template <class Archive, Either<Answered> T>
void body(Archive& archive, T& m) {
    archive(m.answer);
}
template <class Archive, Either<MakeFailed> T>
void body(Archive& archive, T& m) {
    archive(m.document, m.recipe, m.problem);
}
template <class Archive, Either<ExampleChanged> T>
void body(Archive& archive, T& m) {
    archive(m.document, m.isSettled, m.isMade);
}
template <class Archive, Either<ExampleRefused> T>
void body(Archive& archive, T& m) {
    archive(m.document, m.example, m.recipe, m.problem);
}
template <class Archive, Either<ExampleWanted> T>
void body(Archive& archive, T& m) {
    archive(m.document, m.recipe);
}
template <class Archive, Either<Exported> T>
void body(Archive& archive, T& m) {
    archive(m.name, m.mediaType, m.text);
}

template <class Archive, Either<Pack> T>
void body(Archive& archive, T& m) {
    archive(m.query, m.heads, m.picture.width, m.picture.height, m.picture.rgb);
}
template <class Archive, Either<Packed> T>
void body(Archive& archive, T& m) {
    archive(m.heads, m.data, m.errorBound, m.flowError, m.rankError, m.flowOfAll, m.leftOut);
}

template <class Archive, Either<Save> T>
void body(Archive& archive, T& m) {
    archive(m.document, m.example, m.by, m.place);
}
template <class Archive, Either<Saved> T>
void body(Archive& archive, T& m) {
    archive(m.text, m.next);
}

template <class Archive, Either<FlowNetwork> T>
void body(Archive& archive, T& m) {
    archive(m.layers, m.tokens, m.unit, m.steps);
}
template <class Archive, Either<FlowShare> T>
void body(Archive& archive, T& m) {
    archive(m.firstLayer, m.lastLayer, m.sources, m.sinks, m.layerStep);
}
template <class Archive, Either<FlowStop> T>
void body(Archive&, T&) {}
template <class Archive, Either<FlowColumn> T>
void body(Archive& archive, T& m) {
    archive(m.sink, m.values, m.certificates);
}

template <class Message>
concept RestOfMessage = std::same_as<Message, OpenChunk> || std::same_as<Message, MakeExample>;
template <RestOfMessage Message>
void body(ByteWriter& writer, const Message& m) {
    writer.raw(m.bytes);
}
template <RestOfMessage Message>
void body(ByteReader& reader, Message& m) {
    if (reader.ok()) m.bytes = reader.takeRest();
}

template <class Message>
std::uint32_t ticketIn(const Message& message) {
    if constexpr (requires { message.ticket; })
        return message.ticket;
    else
        return 0;
}

template <class Variant>
std::vector<std::byte> encodeAny(const Variant& message) {
    return std::visit(
        []<class Message>(const Message& m) {
            ByteWriter writer;
            if constexpr (std::same_as<Message, Answered>)
                writer.reserve(256 + m.answer.values.size() * sizeof(float));
            if constexpr (std::same_as<Message, FlowNetwork>)
                writer.reserve(64 + m.steps.size() * sizeof(double));
            writer(kindOf<Message>, ticketIn(m));
            body(writer, m);
            return writer.take();
        },
        message);
}

/// A matrix of values has rows x cols of them. An answer without values has a problem instead.
bool isSound(const Answered& m) {
    const Answer& a = m.answer;
    if (a.rows < 0 || a.cols < 0) return false;
    const bool hasRanges = !a.least.empty() || !a.most.empty();
    if (hasRanges && (a.least.size() != a.values.size() || a.most.size() != a.values.size()))
        return false;
    return a.values.empty() ||
           static_cast<std::uint64_t>(a.rows) * static_cast<std::uint64_t>(a.cols) ==
               a.values.size();
}
bool isSound(const auto&) { return true; }

Problem broken(std::uint32_t kind) {
    Problem problem;
    problem.code = Code::internal;
    problem.place = "message of kind " + std::to_string(kind);
    problem.finding = "The message has an unknown form.";
    problem.remedy = "Reload the page to load matching versions.";
    return problem;
}

template <class Message, class Variant>
bool tryRead(std::uint32_t kind, std::uint32_t ticket, ByteReader& reader,
             Result<Variant>& result) {
    if (kind != kindOf<Message>) return false;
    Message message;
    if constexpr (requires { message.ticket; }) message.ticket = ticket;
    body(reader, message);
    if (reader.finished() && isSound(message)) result = Variant(std::move(message));
    return true;
}

template <class... Messages>
Result<std::variant<Messages...>> decodeAny(std::span<const std::byte> bytes,
                                            const std::variant<Messages...>*) {
    ByteReader reader(bytes);
    std::uint32_t kind = 0;
    std::uint32_t ticket = 0;
    reader(kind, ticket);
    Result<std::variant<Messages...>> result = std::unexpected(broken(kind));
    if (reader.ok()) (tryRead<Messages>(kind, ticket, reader, result) || ...);
    return result;
}

}  // namespace

std::uint32_t ticketOf(const ToEngine& message) {
    return std::visit([](const auto& one) { return ticketIn(one); }, message);
}

std::vector<std::byte> encode(const ToEngine& message) { return encodeAny(message); }
std::vector<std::byte> encode(const ToPage& message) { return encodeAny(message); }
std::vector<std::byte> encode(const ToHelper& message) { return encodeAny(message); }
std::vector<std::byte> encode(const FromHelper& message) { return encodeAny(message); }

Result<ToEngine> decodeToEngine(std::span<const std::byte> bytes) {
    return decodeAny(bytes, static_cast<const ToEngine*>(nullptr));
}
Result<ToPage> decodeToPage(std::span<const std::byte> bytes) {
    return decodeAny(bytes, static_cast<const ToPage*>(nullptr));
}
Result<ToHelper> decodeToHelper(std::span<const std::byte> bytes) {
    return decodeAny(bytes, static_cast<const ToHelper*>(nullptr));
}
Result<FromHelper> decodeFromHelper(std::span<const std::byte> bytes) {
    return decodeAny(bytes, static_cast<const FromHelper*>(nullptr));
}

}  // namespace hw::wire
