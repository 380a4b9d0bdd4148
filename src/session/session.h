// SPDX-License-Identifier: MIT
// The page's program without its window. It contains the state and the answers, and talks to the engine and the host.
// It receives commands and events, and only here are effects carried out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "page/answers/result_store.h"
#include "page/rules/compared_views.h"
#include "page/state/app_state.h"
#include "page/state/command.h"
#include "protocol/messages.h"
#include "session/host.h"
#include "session/update/effect.h"
#include "session/update/event.h"

namespace hw {

class Session {
public:
    explicit Session(Host& host) : host_(host) {}

    const AppState& state() const { return state_; }
    ResultStore& results() { return results_; }

    void run(const Command& command);
    void run(const Event& event);

    /// Handles one encoded message from the engine. True if the picture may have changed. `now` is a monotonic clock in
    /// seconds for estimates of the time left, or 0 without a clock.
    bool engineMessage(std::span<const std::byte> bytes, double now = 0);
    /// The engine was replaced by a new, empty one, which will not answer anything pending. The old answers stay on the
    /// screen until the data are open again. A question at which two engines died is not asked a third time about these
    /// data. `last` means that this keeps happening, so nothing is reopened automatically any more.
    void engineLost(const std::string& reason, bool last);

    /// Carries out a command that opens data. Returns the ticket of the opening, or 0 if none was started.
    std::uint32_t open(const Command& command);
    /// A new ticket for an export.
    std::uint32_t takeTicket();

    /// An example that the host was asked for (Host::makeExample) cannot be made.
    void makeFailed(std::uint32_t document, const Recipe& recipe, Problem problem);

    /// Asks the engine for everything that the state needs and lacks. Cheap if nothing is new.
    void ask();
    /// True while an answer or an example that the present views need is outstanding.
    bool isWaiting();
    /// True while the bars or the flow's graph have nothing to draw yet.
    bool isWithoutPicture();

    /// Asks for a figure's queries that have no answer yet. `impossible` means that one of them was refused.
    enum class Readiness { ready, waiting, impossible };
    Readiness prepare(const std::vector<Query>& queries);

    /// Asks for numbers as text, by words and spans as shown, hidden tokens included. The result goes to Host::exported
    /// with the same ticket.
    void exportNumbers(std::uint32_t ticket, Query query, const std::string& format);

    /// The file and the example that are shown. Document 0 means that nothing is open.
    struct ShownExample {
        std::uint32_t document = 0;
        int example = 0;
        bool operator==(const ShownExample&) const = default;
    };
    ShownExample shown() const;

    /// Asks for a link that contains the data of `of` and shows the present view, with every head or with one matrix
    /// per layer. Fails if something else is shown, now or when the answer comes. The result goes to Host::exported
    /// with the same ticket: {"fragment", "characters", "errorBound", "flowError", "rankError", "flowOfAll",
    /// "leftOut"}. Needs an open document. `picture` is the example's, if decoded.
    void makeLink(std::uint32_t ticket, bool heads, ShownExample of, PicturePoints picture = {});

    /// Asks for the first piece of a file with all open data and their view (io/write/analysis_file.h). `saveOn` asks for each
    /// further piece. The pieces go to Host::exported with the ticket, and an empty one marks the end. Another `save`
    /// replaces this one. Needs an open document.
    void save(std::uint32_t ticket, SavedBy by);
    void saveOn(std::uint32_t ticket);

private:
    bool canExport(std::uint32_t ticket);
    void takePacked(const wire::Packed& packed);
    bool isDeadly(Query query) const;
    void askForExample(const ComparedExample& wanted);
    void make(const MakeEffect& wanted);
    bool isReopening() const;
    void takeOpened(wire::Opened& opened);
    void takeFailed(wire::Failed& failed);
    void carryOut(const Effects& effects);
    void carryOut(const Effect& effect);
    void send(const wire::ToEngine& message);

    Host& host_;
    AppState state_;
    ResultStore results_;
    std::vector<ComparedExample> described_;  ///< examples whose summaries are requested
    std::vector<Query> prepared_;             ///< the questions of the last prepare()
    wire::Save saving_;                       ///< the next piece to ask for
    std::vector<std::pair<std::uint32_t, ShownExample>> links_;  ///< in progress, by ticket
    std::optional<Query> suspect_;  ///< in progress when the last engine died; its document is 0
    std::vector<Query> deadly_;     ///< two engines died at them; their document is 0
};

}  // namespace hw
