// SPDX-License-Identifier: MIT
// Everything that the page remembers, as plain data. Only update() (session/update.h) writes it.
// All but the document and the view (page/state/view_state.h) ends with the tab.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "page/state/lesson_cover.h"
#include "page/state/openings.h"
#include "page/state/view_state.h"
#include "protocol/query.h"

namespace hw {

/// A flow across encoder and decoder: information comes from the tokens of both, the encoder's first.
constexpr bool flowsAcross(Side side, Method method) {
    return side == Side::cross && specOf(method).readsBothSides;
}

/// The layer timeline's movement. `head` is where the picture stands between layers.
struct Playback {
    bool playing = false;
    bool loop = true;
    double speed = 1.0;          ///< layers a second, about: 1 layer in 1/speed * 1.2 s
    double head = 0.0;           ///< 0 .. layers-1, follows ViewState::layer smoothly
    double dwell = 0.0;          ///< seconds still to rest on the present layer
    double glideFrom = 0.0;      ///< `head` when the movement to ViewState::layer began
    double glideTotal = 0.0;     ///< seconds that the movement takes; 0: none is under way
    double glideDone = 0.0;      ///< seconds of it that are over
    bool tokensPlaying = false;  ///< the output goes through the tokens, the layer stands
    double tokenDwell = 0.0;     ///< seconds still to rest on the present one
};

/// Views of the open example, and of what was run of it, to go back to and forward again, the nearest last.
struct UndoSteps {
    std::vector<ViewState> back, forward;
    std::optional<ViewState> held;  ///< before a change that is still going on
    bool turning = false;           ///< another run was asked for to go back to it
};

/// The line of an open model. Recipes are texts, as links have them (web/model/run/recipe.js).
struct ModelLine {
    std::string text;     ///< the newest recipe: what it runs is shown, being computed, or refused
    std::string problem;  ///< why that cannot be run; empty: it can, or is being computed
    std::vector<std::string> texts;  ///< recipes that were shown, newest first
};

/// What a message offers to do: open data in another way, or show a dialog.
struct MessageAction {
    std::string id;  ///< for programs: the word of the reading, or the dialog
    std::string label;
    DataSource source;   ///< what is opened; of the dialog "layers" what its choices are about
    std::string dialog;  ///< if there is one, it is shown
};

/// A message to the user: an error, a warning, a note.
struct Message {
    enum class Kind { error, warning, note };
    Kind kind = Kind::note;
    std::string file;  ///< name of the data it concerns, or empty
    Problem problem;
    int id = 0;
    std::vector<MessageAction> actions;  ///< of problem.choices, what follows them are those
};
template <>
struct Names<Message::Kind> {
    static constexpr ChoiceName list[] = {{"error"}, {"warning"}, {"note"}};
};

/// Where the pointer is, in terms of the data. -1: nowhere.
struct Hover {
    int key = -1;
    int query = -1;
    int layer = -1;
    int head = -1;  ///< of this layer, where one head is pointed at
    bool operator==(const Hover&) const = default;
};

/// Preferences of the system, or of the page that embeds this one.
struct Surroundings {
    bool dark = false;
    bool highContrast = false;
    bool reducedMotion = false;
    bool touch = false;
    bool embedded = false;  ///< only figure and timeline are shown
};

struct AppState {
    DataSource source;
    std::optional<DocumentSummary> document;
    ViewState view;
    Panel figure = Panel::overview;  ///< the last view that was none of a model (isOfModel)
    /// Before a tab or a key led to the view of flow, which has a method of its own; nullopt: none did.
    std::optional<Method> besideFlow;
    UndoSteps undo;
    Playback playback;
    Loading loading;
    Openings openings;
    DataSource pendingSource;       ///< the data that the next two belong to
    std::string pendingFields;      ///< link fields to apply once they are open
    bool pendingPush = true;        ///< opening it adds a history entry
    std::vector<Message> messages;  ///< newest last, those about one file together
    int nextMessageId = 1;
    Hover hover;
    Surroundings surroundings;
    std::optional<DocumentSummary> earlier;  ///< the file open before, as last viewed
    std::vector<DocumentSummary>
        others;  ///< examples for comparison, from this file or the previous one
    /// Examples that were asked for and cannot be opened.
    struct Refused {
        std::uint32_t document = 0;
        ExampleName example;
        std::string why;
    };
    std::vector<Refused> refused;
    std::vector<Query>
        stopped;  ///< questions that the user stopped (page/answers/questions.h, longQuestions)
    bool isLost = false;   ///< the engine that had the document open is gone
    bool reopens = false;  ///< what is pending is that document again, with the view it has then
    ExampleName pendingExample;  ///< the example that was asked for and will be shown
    std::string exampleFields;   ///< link fields to apply once it is there
    bool examplePush = true;     ///< showing it adds a history entry
    ModelLine line;
    KnownLesson knownLesson;
    bool stepAsked = false;  ///< a link named a step and no view: apply the step's own view

    bool isOpening() const { return openings.stage != OpeningStage::none; }
    /// The document's engine is gone, and nothing will reopen it automatically.
    bool isGivenUp() const {
        return isLost && openings.stage != OpeningStage::earlierAgain &&
               openings.stage != OpeningStage::documentAgain;
    }
    Cover cover() const;     ///< what the shown step of the lesson hides
    int layerCount() const;  ///< layers of the shown side, 0 without a document
    int queryCount() const;  ///< tokens that can be outputs
    int keyCount() const;    ///< tokens that information comes from
    const std::vector<std::string>& queryTokens() const;
    const std::vector<std::string>& keyTokens() const;
    int headCount() const;
    /// Keys from here on are the decoder's own tokens: of a flow across both sides; else as many as there are keys.
    int firstDecoderKey() const;
};

/// The state as of a method's numbers, which have other keys than those of the view if one is a flow across both sides:
/// `state` itself, or a copy in `room`.
const AppState& asOf(const AppState& state, Method method, std::optional<AppState>& room);

}  // namespace hw
