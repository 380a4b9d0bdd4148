// SPDX-License-Identifier: MIT
// The page for drawing and for the DOM mirror. Both use the same plain data, so that screen reader and screen never
// disagree. A function of (AppState, ResultStore) without side effects, except that the store marks answers as used.
#pragma once

#include <algorithm>
#include <vector>

#include "core/by_type.h"
#include "page/answers/result_store.h"
#include "page/models/controls_model.h"
#include "page/models/header_model.h"
#include "page/models/notes_model.h"
#include "page/models/timeline_model.h"
#include "page/state/app_state.h"
#include "panels/bars/model.h"
#include "panels/evolution/model.h"
#include "panels/matrix/model.h"

namespace hw {

struct PageModel {
    HeaderModel header;
    ControlsModel controls;
    TimelineModel timeline;
    BarsModel bars;
    MatrixModel raw;     ///< always the raw attention
    MatrixModel result;  ///< the chosen method
    EvolutionModel evolution;
    NotesModel notes;
    Hover hover;                 ///< tokens
    bool keysAreOutputs = true;  ///< a click on an input token selects it as output
    ByType own;                  ///< models of single panels, while they are shown
    std::vector<Panel> offered;  ///< available for the example
    std::vector<Message> messages;
    Panel panel = Panel::overview;  ///< with panes, the focused one
    Panes panes;
    std::vector<Panel> panels;  ///< all that are shown
    bool shows(Panel one) const {
        return std::find(panels.begin(), panels.end(), one) != panels.end();
    }
    /// A panel's own model, a type of its folder (panels/registry.h, fill). Empty while it is not shown.
    template <class Model>
    const Model& of() const& {
        return own.of<Model>();
    }
    template <class Model>
    Model of() && {
        return own.of<Model>();
    }
    Surroundings surroundings;
    bool hasDocument = false;
    bool compact = false;  ///< no settings next to the figure, for projectors and lessons
};

PageModel pageModel(const AppState& state, ResultStore& results);

}  // namespace hw
