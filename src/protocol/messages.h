// SPDX-License-Identifier: MIT
// Messages between the page and the engine (in a worker or a thread), in bytes.
//
// Every message begins with two u32, little-endian: its kind and a ticket. A ticket is a number other than 0 that the
// page chooses for an opening or an export. Answers carry the same one. The messages of an opening are simple enough to
// be written by hand (in JavaScript, from a stream):
//
//   OpenBegin  u32 1, u32 ticket, u64 size in bytes or 0, u64 memory limit in bytes or 0,
//              u32 length of the name, the name in UTF-8, u32 length of the choices, the choices
//              in UTF-8 (protocol/open_choices.h; usually none)
//   OpenChunk  u32 2, u32 ticket, the bytes, up to the end of the message; any size, cut anywhere
//   OpenEnd    u32 3, u32 ticket
//   Cancel     u32 4, u32 ticket
//
// All other messages are the structs below, field by field (protocol/bytes.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/model/picture_points.h"
#include "core/model/saved_by.h"
#include "protocol/query.h"

namespace hw::wire {

// --- page -> engine -------------------------------------------------------------------------------

/// Begins an opening. A new one cancels the one in progress.
struct OpenBegin {
    std::uint32_t ticket = 0;
    std::uint64_t totalBytes = 0;   ///< 0 if unknown
    std::uint64_t memoryLimit = 0;  ///< max bytes for the weights; 0 for the importers' own limit
    std::string name;               ///< file name or address; the content defines the format
    std::string choices;            ///< options of the opening, as text from openChoicesText
};
struct OpenChunk {
    std::uint32_t ticket = 0;
    std::span<const std::byte> bytes;  ///< a view into the message
};
struct OpenEnd {
    std::uint32_t ticket = 0;
};
struct Cancel {
    std::uint32_t ticket = 0;
};
/// Asks for the summary of an example. One of the file is named by its index, a made one by its id or its recipe.
/// Answered by ExampleChanged or ExampleRefused. If its numbers are not kept, it is made again first (ExampleWanted).
struct SelectExample {
    std::uint32_t document = 0;
    int example = 0;
    Recipe recipe = {};  ///< replaces `example` if not empty
};
/// The kind of MakeExample, whose message may come in pieces (protocol/made_example.h).
constexpr std::uint32_t makeExampleKind = 11;
/// Adds a made example to an open document, or opens a new one with it. Answered by ExampleChanged (Opened for a new
/// document) or ExampleRefused (Failed).
struct MakeExample {
    std::uint32_t ticket = 0;  ///< of the opening, for a new document
    std::span<const std::byte>
        bytes;  ///< a MadeExample (protocol/made_example.h); a view into the message
};
/// A wanted example (ExampleWanted) cannot be made. Its requester receives the reason.
struct MakeFailed {
    std::uint32_t document = 0;
    Recipe recipe;
    Problem problem;
};
/// Questions, most urgent first. They precede all waiting ones.
struct Ask {
    std::vector<Query> queries;
    /// True if these are all questions that the views need now. Questions of an earlier such list that are not in this
    /// one are dropped, and answered with Code::cancelled. If false, they stay until answered.
    bool replaces = true;
    /// The layer that the views show. Long computations over layers begin there, or continue there if asked again.
    int layer = 0;
};
/// Drops one waiting question, or all. They are answered with Code::cancelled.
struct Forget {
    std::optional<Query> query;
};
/// Asks for numbers as a file. Answered by Exported or Failed with the same ticket.
struct Export {
    std::uint32_t ticket = 0;
    Query query;
    std::string format;             ///< "csv" or "json"
    bool relative = false;          ///< divides each row of flow by its sum
    bool dividesByUniform = false;  ///< divides by the uniform causal model's values
};

/// Asks for a question's example itself, as text for a link (io/link/pack.h), with every head, or one matrix per layer,
/// fused as in the question. Answered by Packed or Failed with the same ticket.
struct Pack {
    std::uint32_t ticket = 0;
    Query query;
    bool heads = false;
    PicturePoints
        picture;  ///< the example's, for formats that the engine does not decode (JPEG, WebP)
};

/// Asks for the next piece of the whole file as a saved analysis (io/write/analysis_file.h), or only of a made example that is
/// in no file. Answered by Saved or Failed with the same ticket.
struct Save {
    std::uint32_t ticket = 0;
    std::uint32_t document = 0;
    int example = 0;  ///< the shown one
    SavedBy by;
    SavePlace place;
};

using ToEngine = std::variant<OpenBegin, OpenChunk, OpenEnd, Cancel, SelectExample, Ask, Forget,
                              Export, Pack, Save, MakeExample, MakeFailed>;

// --- engine -> page -------------------------------------------------------------------------------

struct Opened {
    std::uint32_t ticket = 0;
    DocumentSummary document;
};
/// An opening or an export failed. The open document stays open.
struct Failed {
    std::uint32_t ticket = 0;
    Problem problem;
};
/// May come several times per question, each time with more values, until `complete` is 1.
struct Answered {
    Answer answer;
};
struct ExampleChanged {
    DocumentSummary document;
    bool isSettled = true;  ///< MadeExample::isSettled
    bool isMade = false;    ///< new and to be shown, although nobody requested it
};
/// An example cannot be shown: its file is closed or has no such example, or it cannot be made.
struct ExampleRefused {
    std::uint32_t document = 0;
    int example = 0;
    Recipe recipe;  ///< as in the request
    Problem problem;
};
/// The numbers of an example are needed but not kept (any more). Its maker must make it again and answer with
/// MakeExample or MakeFailed. Sent once until one of them comes.
struct ExampleWanted {
    std::uint32_t document = 0;
    Recipe recipe;
};
struct Exported {
    std::uint32_t ticket = 0;
    std::string name;       ///< suggested file name
    std::string mediaType;  ///< "text/csv" or "application/json"
    std::string text;       ///< UTF-8
};

/// As io::Packed.
struct Packed {
    std::uint32_t ticket = 0;
    bool heads = false;
    std::string data;
    double errorBound = 0;
    double flowError = 0;
    double rankError = 0;
    bool flowOfAll = true;
    std::vector<std::string> leftOut;
};

struct Saved {
    std::uint32_t ticket = 0;
    std::string text;  ///< UTF-8
    SavePlace next;    ///< start of the next piece
};

using ToPage = std::variant<Opened, Failed, Answered, ExampleChanged, ExampleRefused, Exported,
                            Packed, Saved, ExampleWanted>;

// --- engine <-> its helpers (engine/helpers/flow_helpers.h) ---------------------------------------------------

/// A network of attention flow that replaces the previous one (AttentionGraph::fromSteps).
struct FlowNetwork {
    int layers = 0;
    int tokens = 0;
    double unit = 1.0;
    std::vector<double> steps;
};
/// Sinks of a flow on that network, to be computed in this order.
struct FlowShare {
    std::uint32_t ticket = 0;
    int firstLayer = 0;
    int lastLayer = 0;  ///< inclusive
    std::vector<int> sources;
    std::vector<int> sinks;
    int layerStep = 1;  ///< FlowRequest::layerStep
};
/// Cancels a share.
struct FlowStop {
    std::uint32_t ticket = 0;
};
using ToHelper = std::variant<FlowNetwork, FlowShare, FlowStop>;

/// One computed sink of a share: [layer][source], flows and their certificates.
struct FlowColumn {
    std::uint32_t ticket = 0;
    int sink = 0;
    std::vector<double> values;
    std::vector<FlowCertificate> certificates;
};
using FromHelper = std::variant<FlowColumn>;

// --- bytes ----------------------------------------------------------------------------------------

/// The ticket of a message that has one, else 0.
std::uint32_t ticketOf(const ToEngine& message);

std::vector<std::byte> encode(const ToEngine& message);
std::vector<std::byte> encode(const ToPage& message);
std::vector<std::byte> encode(const ToHelper& message);
std::vector<std::byte> encode(const FromHelper& message);

/// Decodes a message. Code::internal for anything except exactly one complete message of the right direction: unknown
/// kind, truncated, excess bytes, an enum or a count out of range. OpenChunk::bytes and MakeExample::bytes are views
/// into `bytes`. O(length).
Result<ToEngine> decodeToEngine(std::span<const std::byte> bytes);
Result<ToPage> decodeToPage(std::span<const std::byte> bytes);
Result<ToHelper> decodeToHelper(std::span<const std::byte> bytes);
Result<FromHelper> decodeFromHelper(std::span<const std::byte> bytes);

}  // namespace hw::wire
