// SPDX-License-Identifier: MIT
// The runs that questions about words need: each group of tokens tested, and hidden from some layers on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/ask/blank_out.h"
#include "model/service/asks.h"
#include "model/why/found.h"

namespace hw::why {

/// Ends of layers, from 1, that readUpTo is of; none of a test that is not hiding, and of a model that translates. `isMean`: the answer is a
/// mean of tokens.
std::vector<int> readLayers(const service::AskedRun& asked, const Wish& wish, bool isMean);
/// Nothing reads anything after the last one.
bool isLastOf(const service::AskedRun& asked, int end, bool isMean);

/// Those runs that asked.tested, which is not null, does not know yet. It refers to the session, the run and what is known of it.
class Runs : public service::WordRuns {
public:
    Runs(const service::AskedRun& asked, Wish wish);
    Result<bool> step() override;
    double done() const override;
    /// All steps.
    Result<void> toTheEnd(const model::Progress& progress);

private:
    model::Questioned question() const { return {session_, base_, target_}; }
    Result<bool> beginTests();
    Result<bool> beginHiding();
    void keepTests(const std::vector<double>& values);

    const model::Session& session_;
    const model::Run& base_;
    service::TestedGroups& known_;
    model::Target target_;
    Wish wish_;
    std::vector<int> ends_;  ///< of layers from which on groups are hidden
    bool isBegun_ = false;
    Groups groups_;  ///< that tests_ is of
    std::vector<service::TestedGroup> made_;
    std::optional<model::BlankedRuns> tests_;
    std::vector<std::pair<int, std::vector<int>>> places_;  ///< that hiding_ is of
    std::optional<model::ValueRuns> hiding_;
};

}  // namespace hw::why
