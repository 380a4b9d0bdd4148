// SPDX-License-Identifier: MIT
// The faithfulness table of an open document, as its view has it.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "engine/engine_harness.h"
#include "page/sample_documents.h"
#include "panels/faithfulness/model.h"
#include "session/update.h"

namespace hw::test {

/// A state that shows the scores of an open file, and the model from the engine's answer.
struct Shown {
    AppState state;
    ResultStore results;
    FaithfulnessModel model;
};

inline void show(Shown& shown, EngineHarness& page, const DocumentSummary& document,
                 const std::string& fields) {
    open(shown.state, document, sample, "v=1&sample=x&panel=faithfulness&among=all" + fields);
    const std::vector<Query> needed = neededNow(shown.state);
    REQUIRE(needed.back() == correlationQuery(shown.state));
    shown.results.put(page.ask(needed.back()));
    shown.model = faithfulnessModel(shown.state, shown.results);
}

}  // namespace hw::test
