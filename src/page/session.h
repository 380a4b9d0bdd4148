// SPDX-License-Identifier: MIT
// The program without its window: the state, the answers, and the two partners outside, the engine
// and the host that shows it. Commands and events go in; effects are carried out here and nowhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "page/answers/result_store.h"
#include "page/host.h"
#include "page/state/app_state.h"
#include "page/state/command.h"
#include "page/state/compared_views.h"
#include "protocol/messages.h"

namespace hw {

class Session {
public:
    explicit Session(Host& host) : host_(host) {}

    const AppState& state() const { return state_; }
    ResultStore& results() { return results_; }

    void run(const Command& command);
    void run(const Event& event);

    /// Takes in one encoded message from the engine. True if a picture may have changed.
    bool engineMessage(std::span<const std::byte> bytes);
    /// The engine was replaced by a new, empty one: nothing that was asked will be answered. What was computed stays
    /// on the screen until the data are open again. A question at which two engines ended is not asked a third time
    /// of these data. `last`: it happens again and again, and nothing is opened by itself any more.
    void engineLost(const std::string& reason, bool last);

    /// Carries out a command that opens data. The ticket of the opening that began; 0: none did.
    std::uint32_t open(const Command& command);
    /// A ticket for an export.
    std::uint32_t takeTicket();

    /// Asks the engine for what the state needs and has not got. Cheap when nothing is new.
    void ask();
    /// True while the engine owes an answer to what the present views need.
    bool isWaiting();
    /// True while nothing at all is there yet of what the bars or the flow's graph show.
    bool isWithoutPicture();

    /// Asks for the queries of a figure that have no answer yet. `impossible`: one of them was refused.
    enum class Prepared { ready, waiting, impossible };
    Prepared prepare(const std::vector<Query>& queries);

    /// Asks for numbers as text, by words and spans as they are shown, hidden tokens included; the answer
    /// goes to Host::exported with the same ticket.
    void exportNumbers(std::uint32_t ticket, Query query, const std::string& format);

    /// Which example of which file stands on the page; a document of 0: nothing is open.
    struct Shown {
        std::uint32_t document = 0;
        int example = 0;
        bool operator==(const Shown&) const = default;
    };
    Shown shown() const;

    /// Asks for a link that holds the data of `of` and shows what is shown: with every head, or one matrix a layer.
    /// Where something else stands on the page, now or when the answer comes, there is none. The answer goes to Host::exported with the same ticket: {"fragment", "characters",
    /// "errorBound", "flowError", "flowOfAll", "leftOut"}. Needs an open document. `picture`: the example's, where it is
    /// decoded.
    void makeLink(std::uint32_t ticket, bool heads, Shown of, PicturePoints picture = {});

    /// Asks for the first piece of all that is open, and of what is shown of it, as a file (io/write/saved.h);
    /// `saveOn` for each further one. They go to Host::exported with the ticket; an empty one is the end. Another
    /// `save` takes the place of the one before. Needs an open document.
    void save(std::uint32_t ticket, SavedBy by);
    void saveOn(std::uint32_t ticket);

private:
    bool canExport(std::uint32_t ticket);
    void takePacked(const wire::Packed& packed);
    bool isDeadly(Query query) const;
    void askForExample(const ComparedExample& wanted);
    bool isReopening() const;
    void takeOpened(wire::Opened& opened);
    void takeFailed(wire::Failed& failed);
    void carryOut(const Effects& effects);
    void carryOut(const Effect& effect);
    void send(const wire::ToEngine& message);

    Host& host_;
    AppState state_;
    ResultStore results_;
    std::vector<ComparedExample> described_;  ///< examples whose summaries were asked for
    std::vector<Query> prepared_;             ///< asked for by the last prepare()
    wire::Save saving_;                       ///< the next piece that is asked for
    std::vector<std::pair<std::uint32_t, Shown>> links_;  ///< being made, by their tickets
    std::optional<Query> suspect_;  ///< was worked on when the last engine ended; of document 0
    std::vector<Query> deadly_;     ///< what ended two engines; of document 0
};

}  // namespace hw
