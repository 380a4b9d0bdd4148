// SPDX-License-Identifier: MIT
// The remaining time of a computation, from the progress and its times, displayed calmly.
#include "page/answers/time_left.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "page/models/model_text.h"
#include "page/sample_documents.h"
#include "panels/page_model.h"

using namespace hw;
using namespace hw::test;

namespace {

/// The displayed values while the share grows evenly from 0 to 1 in that time, updated twice a second.
std::vector<int> saidOver(double seconds) {
    TimeLeft left;
    std::vector<int> said;
    for (double at = 0; at <= seconds; at += 0.5) {
        left.add(at / seconds, 100 + at);
        said.push_back(left.seconds());
    }
    return said;
}

}  // namespace

TEST_CASE("nothing is said of the time left in the first seconds, and never of a short work",
          "[app][time]") {
    for (const int said : saidOver(2.5)) CHECK(said == 0);
    const std::vector<int> said = saidOver(60);
    for (int i = 0; i < 6; ++i) CHECK(said[i] == 0);
    CHECK(said[6] == 60);  // 57 s are left
}

TEST_CASE("of an even work the time left is right within its rounding, and only falls",
          "[app][time]") {
    const std::vector<int> said = saidOver(60);
    for (std::size_t i = 6; i + 1 < said.size(); ++i) {
        const double left = 60 - 0.5 * static_cast<double>(i);
        CHECK(said[i] >= left - 1e-9);
        CHECK(said[i] <= left + 10);
        CHECK(said[i + 1] <= said[i]);
    }
    CHECK(said[100] == 10);
}

TEST_CASE("a work that wavers does not flicker, and one that slows down is corrected",
          "[app][time]") {
    TimeLeft left;
    left.add(0, 0);
    left.add(0.1, 5);
    CHECK(left.seconds() == 50);  // 45
    left.add(0.11, 6.2);          // 50.2, hardly more
    CHECK(left.seconds() == 50);
    left.add(0.12, 15);  // 110
    CHECK(left.seconds() == 120);
    // Begun anew, as after other settings came and went. The old rate belongs to different work.
    left.add(0.0, 20);
    CHECK(left.seconds() == 0);
}

TEST_CASE("a clock that stands gives no estimate", "[app][time]") {
    TimeLeft left;
    for (const double share : {0.0, 0.2, 0.5, 0.9}) left.add(share, 0);
    CHECK(left.seconds() == 0);
}

TEST_CASE("the time left is said behind the progress, in seconds, minutes or not at all",
          "[app][time]") {
    CHECK(progressText(0.63, false) == "63 %");
    CHECK(progressText(0.63, false, 40) == "63 %, about 40 s left");
    CHECK(progressText(0.63, false, 60) == "63 %, about 1 min left");
    CHECK(progressText(0.63, false, 1200) == "63 %, about 20 min left");
    CHECK(progressText(0.63, false, 7200) == "63 %, more than an hour left");
    CHECK(progressText(0.63, true, 40) == "stopped at 63 %");
}

TEST_CASE("a matrix of flows under way says how long, until it is there or stopped",
          "[app][time][results]") {
    AppState state = restingState();
    update(state, Command(SetMethod{Method::flow}));
    ResultStore results;
    const Query flows = matrixQuery(state, Method::flow, state.view.layer);
    const auto arrived = [&](double share, double now) {
        Answer answer;
        answer.query = flows;
        answer.rows = 1;
        answer.cols = 4;
        answer.values.resize(4);
        answer.complete = share;
        results.put(answer, now);
        return pageModel(state, results).result.progress;
    };
    results.markPending(flows);
    CHECK(arrived(0.1, 10) == "10 %");
    CHECK(arrived(0.2, 12) == "20 %");
    CHECK(arrived(0.3, 14) == "30 %, about 15 s left");
    CHECK(arrived(0.9, 26) == "90 %, about 5 s left");
    update(state, Command(StopWork{true}));
    CHECK(pageModel(state, results).result.progress == "stopped at 90 %");
    update(state, Command(StopWork{false}));
    CHECK(arrived(1, 28).empty());
    CHECK(results.secondsLeft(flows) == 0);
}
