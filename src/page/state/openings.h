// SPDX-License-Identifier: MIT
// Where data come from, and everything known about opening them. A part of AppState: only update() writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "io/tree/open_options.h"
#include "protocol/query.h"

namespace hw {

/// Where the data came from; all but `local` can be in a link.
struct DataSource {
    enum class Kind { none, sample, url, gist, local, data, model };
    Kind kind = Kind::none;
    std::string
        text;  ///< sample id, address, gist id, file name, the packed data (docs/link.md), or a model's name or address
    OpenOptions options;      ///< how it is opened
    std::uint32_t given = 0;  ///< for `local`: the host has the bytes under this number; 0: unknown

    /// Links have no such numbers: the same name, opened in the same way, is the same source.
    bool operator==(const DataSource& other) const {
        return kind == other.kind && text == other.text && options == other.options;
    }
};
template <>
struct Names<DataSource::Kind> {
    static constexpr ChoiceName list[] = {{"none"},  {"sample"}, {"url"},  {"gist"},
                                          {"local"}, {"data"},   {"model"}};
};

/// What is being opened, in any stage that has a ticket.
struct Loading {
    std::uint32_t ticket = 0;  ///< 0: nothing is, or it is still looked for
    DataSource source;
    std::string name;
    double fraction = -1;     ///< 0..1, or -1 if the size is unknown
    std::uint64_t bytes = 0;  ///< read so far
    double seconds = 0;       ///< since it began; shown after half a second
};

/// A file from the user, kept while "back" or a new engine may need it.
struct GivenFile {
    std::uint32_t number = 0;
    std::string name;
    bool refused = false;  ///< it could not be opened: its name means an older file that could
};

/// An error to show when an opening has ended, since an opening clears earlier messages.
struct LaterMessage {
    std::string file;
    Problem problem;
    DataSource about;
    bool isNote = false;  ///< what was asked for stands open all the same
};

/// Where an opening is: what is asked for now. What follows what: session/opening/stages.h.
enum class OpeningStage {
    none,        ///< nothing is being opened
    lookingFor,  ///< the host looks for a link's local file (AppState::pendingSource) among stored ones
    secondFile,    ///< a link's second file is opened, before its data
    data,          ///< what was asked for is opened
    earlierAgain,  ///< the engine has died: the file before is reopened, which columns compare with
    documentAgain,  ///< the engine has died: what was open is reopened
};

struct Openings {
    OpeningStage stage = OpeningStage::none;
    std::uint32_t lastTicket = 0;  ///< openings and exports share one count
    std::vector<GivenFile> given;  ///< oldest first
    DataSource earlierSource;      ///< of AppState::earlier
    DataSource fallback;           ///< shown if nothing else can be; Kind::none once tried
    std::optional<LaterMessage> later;
    DataSource second;  ///< a link's second file, while it is opened before the first
    std::optional<DocumentSummary> openedSecond;  ///< it, until the first is open, too
    std::uint32_t secondTicket = 0;  ///< its opening, whose end is that of both for whoever waits
    bool earlierIsNewer = false;     ///< AppState::earlier was opened after what is open
    std::optional<DocumentSummary> reopenedEarlier;  ///< until the document is open as well
    Problem whyLost;  ///< answers all questions once nothing is reopened by itself (isGivenUp)
};

}  // namespace hw
