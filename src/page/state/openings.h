// SPDX-License-Identifier: MIT
// The sources of data, and the state of opening them. A part of AppState, so only update() writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "io/tree/open_options.h"
#include "protocol/query.h"

namespace hw {

/// The source of the data. A link can name any kind except `local`.
struct DataSource {
    enum class Kind { none, sample, url, gist, local, data, model };
    Kind kind = Kind::none;
    std::string
        text;  ///< id, address, file name, or packed data (docs/link.md); for a model, name or address
    OpenOptions options;      ///< choices for opening it
    std::uint32_t given = 0;  ///< for `local`, the host's number of the file; 0 if unknown

    /// Links have no such numbers, so the same name, opened in the same way, is the same source.
    bool operator==(const DataSource& other) const {
        return kind == other.kind && text == other.text && options == other.options;
    }
};
template <>
struct Names<DataSource::Kind> {
    static constexpr ChoiceName list[] = {{"none"},  {"sample"}, {"url"},  {"gist"},
                                          {"local"}, {"data"},   {"model"}};
};

/// The data that are being opened, in any stage that has a ticket.
struct Loading {
    std::uint32_t ticket = 0;  ///< 0 if nothing is loaded, or the file is still looked for
    DataSource source;
    std::string name;
    double fraction = -1;     ///< 0..1, or -1 if the size is unknown
    std::uint64_t bytes = 0;  ///< read so far
    double seconds = 0;       ///< elapsed seconds; shown after half a second
};

/// A file from the user, kept while "back" or a new engine may need it.
struct LocalFile {
    std::uint32_t number = 0;
    std::string name;
    bool refused = false;  ///< could not be opened, so its name means an older file that could
};

/// An error to show after an opening, since an opening clears earlier messages.
struct PendingMessage {
    std::string file;
    Problem problem;
    DataSource about;
    bool isNote = false;  ///< a note: the requested data are open all the same
};

/// The stage of an opening. session/opening/stages.h defines their order.
enum class OpeningStage {
    none,        ///< no opening
    lookingFor,  ///< the host looks for a link's local file (AppState::pendingSource) among stored ones
    secondFile,     ///< opens a link's second file, before its data
    data,           ///< opens the requested data
    earlierAgain,   ///< after the engine died, reopens the previous file for the columns
    documentAgain,  ///< after the engine died, reopens the document
};

struct Openings {
    OpeningStage stage = OpeningStage::none;
    std::uint32_t lastTicket = 0;  ///< openings and exports share one count
    std::vector<LocalFile> given;  ///< oldest first
    DataSource earlierSource;      ///< source of AppState::earlier
    DataSource fallback;           ///< shown if nothing else can be; Kind::none once tried
    std::optional<PendingMessage> later;
    DataSource second;  ///< a link's second file while it is opened, before the first
    std::optional<DocumentSummary> openedSecond;  ///< the second file, until the first is open too
    std::uint32_t secondTicket = 0;               ///< its opening; its callers wait for both files
    bool earlierIsNewer = false;  ///< AppState::earlier was opened after the document
    std::optional<DocumentSummary> reopenedEarlier;  ///< until the document is open as well
    Problem whyLost;  ///< answers all questions if nothing is reopened (isGivenUp)
};

}  // namespace hw
