// SPDX-License-Identifier: MIT
// The page as it is drawn and as the DOM mirror says it: the same plain data for both, so that a screen
// reader and a screen never disagree. A function of (AppState, ResultStore) without side effects,
// except that the store marks answers as used.
#pragma once

#include <algorithm>
#include <vector>

#include "page/answers/result_store.h"
#include "page/models/controls_model.h"
#include "page/models/header_model.h"
#include "page/models/timeline_model.h"
#include "page/state/app_state.h"
#include "panels/bars/model.h"
#include "panels/compare/model.h"
#include "panels/evolution/model.h"
#include "panels/evolution/multiples_model.h"
#include "panels/faithfulness/model.h"
#include "panels/flow/model.h"
#include "panels/heads/model.h"
#include "panels/image/model.h"
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
    MultiplesModel multiples;    ///< only while the evolution's panel is shown
    Hover hover;                 ///< tokens
    bool keysAreOutputs = true;  ///< a click on an input token makes it the output
    FlowModel flow;
    HeadsModel heads;
    CompareModel compare;  ///< only while its panel is shown, as the next two
    ImageModel image;
    FaithfulnessModel faithfulness;
    std::vector<Panel> offered;  ///< those that the example has
    std::vector<Message> messages;
    Panel panel = Panel::overview;  ///< with panes: the one that is meant
    Panes panes;
    std::vector<Panel> panels;  ///< all that are shown
    bool shows(Panel one) const {
        return std::find(panels.begin(), panels.end(), one) != panels.end();
    }
    /// Whether a panel's numbers and controls stand in the text: the overview of a picture shows it too.
    bool tells(Panel one) const {
        return shows(one) || (one == Panel::image && image.image != nullptr);
    }
    Surroundings surroundings;
    bool hasDocument = false;
};

PageModel pageModel(const AppState& state, ResultStore& results);

}  // namespace hw
