// SPDX-License-Identifier: MIT
// Helpers in the same thread, so that a test decides when each of them works.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <deque>
#include <vector>

#include "engine/engine_harness.h"
#include "engine/helpers/flow_helper.h"

namespace hw::test {

using Bytes = std::vector<std::byte>;

/// The helpers and their post.
class Crew {
public:
    explicit Crew(int count) : helpers(std::size_t(count)), post(std::size_t(count)) {}
    virtual ~Crew() = default;

    auto sender() {
        return [this](int helper, std::span<const std::byte> bytes) {
            post[std::size_t(helper)].emplace_back(bytes.begin(), bytes.end());
        };
    }

    /// One message in and some work, if this helper has any.
    void turn(std::size_t which) {
        if (!post[which].empty()) {
            const Bytes bytes = std::move(post[which].front());
            post[which].pop_front();
            kinds.push_back(static_cast<int>(bytes[0]));
            REQUIRE(helpers[which].message(bytes).has_value());
        }
        std::vector<Bytes> out;
        helpers[which].work([&](auto bytes) { out.emplace_back(bytes.begin(), bytes.end()); });
        for (const Bytes& bytes : out) {
            ++columns;
            deliver(static_cast<int>(which), bytes);
        }
    }

    std::vector<FlowHelper> helpers;
    std::vector<std::deque<Bytes>> post;
    std::vector<int> kinds;  ///< of the messages received by helpers
    int columns = 0;

private:
    virtual void deliver(int helper, std::span<const std::byte> bytes) = 0;
};

/// An engine that shares its flows with them at once.
class Helped : public Crew {
public:
    explicit Helped(int count) : Crew(count) { harness.engine.useHelpers(count, sender(), 0); }

    /// The final answer, where the helpers work while `helping` returns true.
    template <class Helping>
    Answer ask(const Query& query, Helping helping) {
        harness.send(wire::Ask{{query}, true});
        for (bool more = true; more;) {
            for (std::size_t which = 0; which < helpers.size(); ++which) {
                if (helping(which)) turn(which);
            }
            more = harness.engine.work(
                [this](auto bytes) {
                    auto message = wire::decodeToPage(bytes);
                    if (auto* answered = std::get_if<wire::Answered>(&*message))
                        last = std::move(answered->answer);
                },
                oneStep);
        }
        return last;
    }

    EngineHarness harness;
    Answer last;

private:
    void deliver(int helper, std::span<const std::byte> bytes) override {
        harness.engine.helperMessage(helper, bytes);
    }
};

}  // namespace hw::test
