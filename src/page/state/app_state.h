// SPDX-License-Identifier: MIT
// The page's whole state, as plain data. Only update() (session/update.h) writes it. All of it except the document and
// the view (page/state/view_state.h) ends with the tab.
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

/// True for a flow across encoder and decoder. Its information comes from the tokens of both, the encoder's first.
constexpr bool flowsAcross(Side side, Method method) {
    return side == Side::cross && specOf(method).readsBothSides;
}

/// The layer timeline's movement. `head` is the picture's position between layers.
struct Playback {
    bool playing = false;
    bool loop = true;
    double speed = 1.0;          ///< relative: one layer takes about 1/speed * 1.2 s
    double head = 0.0;           ///< 0 .. layers-1, follows ViewState::layer smoothly
    double dwell = 0.0;          ///< seconds still to rest on the present layer
    double glideFrom = 0.0;      ///< `head` when the movement to ViewState::layer began
    double glideTotal = 0.0;     ///< duration of the movement in seconds; 0 if there is none
    double glideDone = 0.0;      ///< elapsed seconds of it
    bool tokensPlaying = false;  ///< plays through the output tokens at a fixed layer
    double tokenDwell = 0.0;     ///< seconds still to rest on the present token
    bool stepsPlaying = false;   ///< plays through the steps of training
    double stepDwell = 0.0;      ///< seconds still to rest on the present step
};

/// Views of the open example and its runs, for undo and redo, the nearest last.
struct UndoSteps {
    std::vector<ViewState> back, forward;
    std::optional<ViewState> held;  ///< before a change in progress
    bool turning = false;           ///< waits for another run to go back to it
};

/// A step of a model's training that has weights.
struct TrainingStep {
    int step = 0;
    double bytes = 0;  ///< to download first; 0 if the weights are here
    bool operator==(const TrainingStep&) const = default;
};

/// The line of an open model. Recipes are texts in the form of links (web/model/run/recipe.js).
struct ModelLine {
    std::string text;     ///< the newest recipe; its run is shown, in progress, or refused
    std::string problem;  ///< the reason why it cannot be run; empty if it can
    std::vector<std::string> texts;   ///< recipes that were shown, newest first
    std::vector<TrainingStep> steps;  ///< ascending; empty if the model has no steps
    int usualStep = -1;               ///< the step of recipes that name none
    int pointed =
        -1;  ///< the step under a drag, while its weights are not here; -1 if there is none
};

/// The action of a message: opens data in another way, or shows a dialog.
struct MessageAction {
    std::string id;  ///< for programs: the word of the reading, or the dialog
    std::string label;
    DataSource source;   ///< the data to open; for the dialog "layers", the data of its choices
    std::string dialog;  ///< a dialog to show, or empty
};

/// A message to the user: an error, a warning, a note.
struct Message {
    enum class Kind { error, warning, note };
    Kind kind = Kind::note;
    std::string file;  ///< name of the data it concerns, or empty
    Problem problem;
    int id = 0;
    std::vector<MessageAction> actions;  ///< indices after these mean problem.choices
};
template <>
struct Names<Message::Kind> {
    static constexpr ChoiceName list[] = {{"error"}, {"warning"}, {"note"}};
};

/// The pointer's place in the data. -1 if it has none.
struct Hover {
    int key = -1;
    int query = -1;
    int layer = -1;
    int head = -1;  ///< of this layer, if the pointer is at one head
    bool operator==(const Hover&) const = default;
};

/// Preferences of the system, or of the page that embeds this one.
struct Surroundings {
    bool dark = false;
    bool highContrast = false;
    bool reducedMotion = false;
    bool touch = false;
    bool embedded = false;  ///< shows only figure and timeline
};

struct AppState {
    DataSource source;
    std::optional<DocumentSummary> document;
    ViewState view;
    Panel figure = Panel::overview;  ///< the last view that is not a model's (isOfModel)
    /// The method before a tab or a key led to the flow view, which sets its own method. nullopt if none did.
    std::optional<Method> besideFlow;
    UndoSteps undo;
    Playback playback;
    Loading loading;
    Openings openings;
    DataSource pendingSource;       ///< the data of the next two members
    std::string pendingFields;      ///< link fields to apply once they are open
    bool pendingPush = true;        ///< opening it adds a history entry
    std::vector<Message> messages;  ///< newest last, grouped by file
    int nextMessageId = 1;
    Hover hover;
    Surroundings surroundings;
    std::optional<DocumentSummary> earlier;  ///< the previous file, as last viewed
    std::vector<DocumentSummary>
        others;  ///< examples for comparison, from this file or the previous one
    /// Examples that were requested and cannot be opened.
    struct Refused {
        std::uint32_t document = 0;
        ExampleName example;
        std::string why;
    };
    std::vector<Refused> refused;
    std::vector<Query>
        stopped;  ///< questions that the user stopped (page/answers/questions.h, longQuestions)
    bool isLost = false;   ///< the document's engine has died
    bool reopens = false;  ///< the pending data are that document again, with its present view
    ExampleName pendingExample;  ///< the requested example, shown when it is there
    std::string exampleFields;   ///< link fields to apply to it
    bool examplePush = true;     ///< showing it adds a history entry
    ModelLine line;
    KnownLesson knownLesson;
    bool linkNamesStep =
        false;  ///< a link names a step and no view, so the step's own view applies

    bool isOpening() const { return openings.stage != OpeningStage::none; }
    /// The document's engine has died, and nothing will reopen it automatically.
    bool isGivenUp() const {
        return isLost && openings.stage != OpeningStage::earlierAgain &&
               openings.stage != OpeningStage::documentAgain;
    }
    Cover cover() const;     ///< the answers that the lesson's present step hides
    int layerCount() const;  ///< layers of the shown side, 0 without a document
    int queryCount() const;  ///< tokens that can be outputs
    int keyCount() const;    ///< tokens that information comes from
    const std::vector<std::string>& queryTokens() const;
    const std::vector<std::string>& keyTokens() const;
    int headCount() const;
    /// First key that is a decoder's own token, in a flow across both sides. Otherwise the number of keys.
    int firstDecoderKey() const;
};

/// The state for a method's numbers, whose keys differ from the view's if one of both is a flow across both sides.
/// Returns `state` itself, or a copy in `room`.
const AppState& asOf(const AppState& state, Method method, std::optional<AppState>& room);

}  // namespace hw
