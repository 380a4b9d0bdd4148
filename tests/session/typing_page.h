// SPDX-License-Identifier: MIT
// The page with an open model, whose runs a test makes.
#pragma once

#include <string>
#include <utility>

#include "engine/made.h"
#include "session/running_page.h"

namespace hw::test {

/// A model whose runs have one token per letter.
struct Typing : Running {
    std::size_t made = 0;

    Typing() {
        give();
        feed(fileText(reference("toy_agreement_keys.json")));
        REQUIRE(session.state().document);
    }
    /// Runs a text, and shows it.
    void type(const std::string& text, bool settled = true, int backTo = -1,
              const std::string& fields = "") {
        session.run(RunText{text, settled, backTo, fields});
        answer();
    }
    /// The model answers all requests of the view.
    void answer() {
        for (; made < host.shown.size(); ++made) {
            MadeExample one = spelled(host.shown[made].second);
            one.isSettled = host.shownSettled;
            send(one);
        }
        settleMade();
    }
    /// The page's own requests are met, such as a text that it goes back to.
    void settleMade() {
        session.ask();
        deliver();
        work();
        for (const auto& [document, recipe] : std::exchange(host.wanted, {})) {
            MadeExample one = spelled(recipe);
            one.isShown = false;
            send(one);
        }
        work();
    }
    MadeExample spelled(const Recipe& recipe) {
        MadeExample one;
        one.document = session.state().document->id;
        one.recipe = recipe;
        one.isShown = true;
        one.example.title = recipe.text;
        for (const char letter : recipe.text) one.example.tokens.emplace_back(1, letter);
        const int n = static_cast<int>(one.example.tokens.size());
        AttentionTensor& tensor = one.example.attentions;
        tensor.layers = 6;
        tensor.heads = 1;
        tensor.queries = tensor.keys = n;
        tensor.values.assign(std::size_t{6} * n * n, 1 / static_cast<float>(n));
        return one;
    }
    void send(const MadeExample& one) {
        const std::vector<std::byte> bytes = encodeExample(one);
        engine->message(wire::encode(wire::ToEngine(wire::MakeExample{0, bytes})),
                        [this](auto reply) { session.engineMessage(reply); });
        deliver();
        work();
    }
    const AppState& state() const { return session.state(); }
    const ModelLine& line() const { return state().line; }
    const std::string& shown() const { return state().view.recipe.text; }
};

}  // namespace hw::test
