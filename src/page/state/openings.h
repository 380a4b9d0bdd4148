// SPDX-License-Identifier: MIT
// Where data come from, and all that is known of opening them. A part of AppState: only update() writes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "io/tree/open_options.h"
#include "protocol/query.h"

namespace hw {

/// Where the data came from; a link can carry all but `local`.
struct DataSource {
    enum class Kind { none, sample, url, gist, local, data };
    Kind kind = Kind::none;
    std::string
        text;  ///< sample id, address, gist id, file name, or the packed data (docs/link.md)
    OpenOptions options;  ///< how it is opened
    std::uint32_t given =
        0;  ///< of `local`: the host has the bytes under this number, 0: not known

    /// A link knows no numbers: the same name, opened in the same way, is the same source.
    bool operator==(const DataSource& other) const {
        return kind == other.kind && text == other.text && options == other.options;
    }
};
template <>
struct Names<DataSource::Kind> {
    static constexpr ChoiceName list[] = {{"none"}, {"sample"}, {"url"},
                                          {"gist"}, {"local"},  {"data"}};
};

/// An opening in progress.
struct Loading {
    std::uint32_t ticket = 0;  ///< 0: nothing is being opened
    DataSource source;
    std::string name;
    double fraction = -1;     ///< 0..1, or -1 when the size is unknown
    std::uint64_t bytes = 0;  ///< read so far
    double seconds = 0;       ///< since it began; shown after half a second
};

/// A file that a hand gave, as long as it is within reach of "back" and of a new engine.
struct GivenFile {
    std::uint32_t number = 0;
    std::string name;
    bool refused = false;  ///< it could not be opened: its name means an older one that could
};

/// An error that is said when an opening has ended, since an opening clears what was said before.
struct LaterMessage {
    std::string file;
    Problem problem;
    DataSource about;
    bool isNote = false;  ///< what was asked for stands open all the same
};

/// What happens by itself once the engine has ended: the file before, which columns compare with, is opened
/// again, and then the document.
enum class Reopening { none, earlier, document };

struct Openings {
    std::uint32_t lastTicket = 0;  ///< openings and exports are counted together
    std::vector<GivenFile> given;  ///< oldest first
    DataSource earlierSource;      ///< of AppState::earlier
    DataSource fallback;           ///< shown if nothing else can be; Kind::none once it was tried
    std::string sought;            ///< the host looks whether it keeps a file of this name
    std::optional<LaterMessage> later;
    DataSource second;  ///< a link's second file, while it is opened before the first
    std::optional<DocumentSummary> openedSecond;  ///< it, until the first is open, too
    std::uint32_t secondTicket = 0;  ///< its opening, whose end is that of both for whoever waits
    bool earlierIsNewer = false;     ///< AppState::earlier was opened after what is open
    Reopening reopening = Reopening::none;
    std::optional<DocumentSummary> reopenedEarlier;  ///< until the document is open, too
    Problem whyLost;  ///< for questions, when nothing is opened again by itself (isGivenUp)
};

}  // namespace hw
