// SPDX-License-Identifier: MIT
// The page's program without its window: the state, the answers, and two partners outside, the engine
// and the host. Commands and events go in; effects are carried out here and nowhere else.
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

    /// Handles one encoded message from the engine. True if the picture may have changed. `now`: seconds of a clock that
    /// never goes back, for estimates of the time left; 0: there is none.
    bool engineMessage(std::span<const std::byte> bytes, double now = 0);
    /// The engine was replaced by a new, empty one: nothing pending will be answered. What was computed stays
    /// on the screen until the data are open again. A question at which two engines died is not asked a third
    /// time of these data. `last`: this keeps happening, so nothing is reopened automatically any more.
    void engineLost(const std::string& reason, bool last);

    /// Carries out a command that opens data. Returns the ticket of the opening; 0: none was started.
    std::uint32_t open(const Command& command);
    /// A new ticket for an export.
    std::uint32_t takeTicket();

    /// What the host was asked to make (Host::makeExample) cannot be made.
    void notMade(std::uint32_t document, const Recipe& recipe, Problem problem);

    /// Asks the engine for what the state needs and does not have. Cheap when there is nothing new.
    void ask();
    /// True while an answer that the present views need is outstanding, or an example that they are to show.
    bool isWaiting();
    /// True while there is nothing at all yet to draw in the bars or the flow's graph.
    bool isWithoutPicture();

    /// Asks for a figure's queries that have no answer yet. `impossible`: one of them was refused.
    enum class Prepared { ready, waiting, impossible };
    Prepared prepare(const std::vector<Query>& queries);

    /// Asks for numbers as text, by words and spans as shown, hidden tokens included; the result
    /// goes to Host::exported with the same ticket.
    void exportNumbers(std::uint32_t ticket, Query query, const std::string& format);

    /// Which example of which file is shown; document 0: nothing is open.
    struct Shown {
        std::uint32_t document = 0;
        int example = 0;
        bool operator==(const Shown&) const = default;
    };
    Shown shown() const;

    /// Asks for a link that holds the data of `of` and shows the present view: with every head, or one matrix
    /// per layer. There is none if something else is shown, now or when the answer comes. The result goes to
    /// Host::exported with the same ticket: {"fragment", "characters", "errorBound", "flowError",
    /// "rankError", "flowOfAll", "leftOut"}. Needs an open document. `picture`: the example's, if decoded.
    void makeLink(std::uint32_t ticket, bool heads, Shown of, PicturePoints picture = {});

    /// Asks for the first piece of everything that is open, and of how it is shown, as a file
    /// (io/write/saved.h); `saveOn` for each further piece. They go to Host::exported with the ticket; an
    /// empty one is the end. Another `save` replaces this one. Needs an open document.
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
    std::vector<ComparedExample> described_;  ///< examples whose summaries have been asked for
    std::vector<Query> prepared_;             ///< the questions of the last prepare()
    wire::Save saving_;                       ///< the next piece to ask for
    std::vector<std::pair<std::uint32_t, Shown>> links_;  ///< in progress, by ticket
    std::optional<Query> suspect_;  ///< in progress when the last engine died; its document is 0
    std::vector<Query> deadly_;     ///< at which two engines died; their document is 0
};

}  // namespace hw
