// SPDX-License-Identifier: MIT
// Any bytes as a whole model. It must not crash, and a refusal has a reason. A model that opens runs a text, continues
// it and answers a question, in little memory (tools/fuzz).
#include <algorithm>
#include <cmath>

#include "fuzz/targets.h"
#include "model/run/run.h"
#include "model/session/session.h"
#include "model/session/writing.h"

namespace hw::fuzz {
namespace {

model::Part part(std::string name, std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {std::move(name), model::inMemory({bytes.begin(), bytes.end()})};
}

void explained(const Problem& problem) { require(!problem.finding.empty()); }

void goOn(const model::Session& session) {
    auto writing = model::Writing::of(session);
    if (!writing) return explained(writing.error());
    const auto ids = writing->idsOf("a b");
    if (!ids || !writing->set(*ids)) return;
    for (int i = 0; i < 4 && writing->ended() == model::WriteEnd::none; ++i)
        if (const auto next = writing->next({}); !next) return explained(next.error());
}

int use(std::vector<model::Part> parts) {
    const auto session = model::Session::open(std::move(parts));
    if (!session) {
        explained(session.error());
        return 0;
    }
    if (session->facts().spec.picture) return 0;
    const auto run = session->decoder() != nullptr ? session->translate("a b", {.mostTokens = 4})
                                                   : session->run("a b");
    if (!run) {
        explained(run.error());
        return 0;
    }
    for (const std::vector<float>& layer : run->trace.weights)
        for (const float weight : layer) require(std::isfinite(weight));
    (void)session->top(*run, session->usualPosition(*run), 3);
    if (session->decoder() == nullptr && session->network().outputs() > 0) {
        const model::Target target{.position = 0};
        const auto gradients = model::backward(session->network(), run->trace, {&target, 1});
        if (!gradients) explained(gradients.error());
    }
    goOn(*session);
    return 0;
}

}  // namespace

int modelFolder(std::string_view bytes) {
    const std::size_t first = bytes.find('\0');
    const std::size_t second = first == bytes.npos ? first : bytes.find('\0', first + 1);
    if (second == bytes.npos) return -1;
    return use({part("config.json", bytes.substr(0, first)),
                part("tokenizer.json", bytes.substr(first + 1, second - first - 1)),
                part("model.safetensors", bytes.substr(second + 1))});
}

int gguf(std::string_view bytes) { return use({part("model.gguf", bytes)}); }

}  // namespace hw::fuzz
