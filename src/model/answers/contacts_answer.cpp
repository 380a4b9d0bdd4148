// SPDX-License-Identifier: MIT
// The contact map of a protein, and the attention behind one pair.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "core/refusal.h"
#include "model/protein/contacts.h"
#include "model/service/question_parts.h"

namespace hw::service {
namespace {

/// Four digits are enough for a colour.
double rounded(float probability) { return std::round(probability * 1e4) / 1e4; }

}  // namespace

Result<std::string> contactsAnswer(const RunQuestion& asked) {
    const model::Network& network = asked.session.network();
    if (!model::hasContacts(network))
        return refusal(Code::badArgument, "model", "This model has no contact map."_tr,
                       "Use ESM-2 or ESM-1b."_tr);
    const model::Trace& trace = asked.run.trace;
    const std::vector<float> map = model::contactMap(network, trace);
    const int residues = std::max(0, asked.run.tokens() - 2);
    JsonWriter json;
    json.beginObject().field("residues", residues).key("probabilities").beginArray();
    for (int i = 0; i < residues; ++i)
        for (int j = i + 1; j < residues; ++j)
            json.value(rounded(map[std::size_t{1} * i * residues + j]));
    json.endArray();
    const int first = asked.arguments.whole("first", -1);
    const int second = asked.arguments.whole("second", -1);
    if (first < 0 || second < 0) return json.endObject().take();
    for (const auto& [name, residue] : {std::pair("first", first), std::pair("second", second)})
        if (residue >= residues) return noToken(name, residue, residues);
    const std::vector<float> terms = model::contactTerms(network, trace, first, second);
    const float bias = network.contacts.bias.front();
    double logit = bias;
    for (const float term : terms) logit += term;
    json.field("logit", logit).field("bias", bias).key("terms").beginArray();
    const int heads = network.spec.heads;
    for (int layer = 0; layer < network.spec.layerCount(); ++layer) {
        json.beginArray();
        for (const float term : std::span(terms).subspan(std::size_t{1} * layer * heads, heads))
            json.value(term);
        json.endArray();
    }
    return json.endArray().endObject().take();
}

}  // namespace hw::service
