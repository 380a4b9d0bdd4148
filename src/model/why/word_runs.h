// SPDX-License-Identifier: MIT
// The runs for questions about words: each group of tokens tested, and hidden from some layers on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/ask/blank_out.h"
#include "model/service/run_questions.h"
#include "model/why/word_findings.h"

namespace hw::why {

/// Ends of layers, from 1, for readUpTo. Empty for tests other than hiding, and for translation models. `isMean`: the
/// answer is a mean of tokens.
std::vector<int> readLayers(const service::RunQuestion& asked, const WhyRequest& request,
                            bool isMean);
/// Nothing reads the text after this layer.
bool isLastOf(const service::RunQuestion& asked, int end, bool isMean);

/// The runs that asked.tested, which is not null, does not have yet. It refers to the session, the run and
/// asked.tested.
class Runs : public service::WordRuns {
public:
    Runs(const service::RunQuestion& asked, WhyRequest request);
    Result<bool> step() override;
    double done() const override;
    /// All steps.
    Result<void> toTheEnd(const model::Progress& progress);

private:
    model::TargetedRun question() const { return {session_, base_, target_}; }
    Result<bool> beginTests();
    Result<bool> beginHiding();
    void keepTests(const std::vector<double>& values);

    const model::Session& session_;
    const model::Run& base_;
    service::GroupTests& known_;
    model::Target target_;
    WhyRequest request_;
    std::vector<int> ends_;  ///< layers from which on groups are hidden
    bool isBegun_ = false;
    Groups groups_;  ///< the groups of tests_
    std::vector<service::GroupTest> made_;
    std::optional<model::BlankedRuns> tests_;
    std::vector<std::pair<int, std::vector<int>>> places_;  ///< the places of hiding_
    std::optional<model::ValueRuns> hiding_;
};

}  // namespace hw::why
