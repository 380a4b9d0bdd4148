// SPDX-License-Identifier: MIT
// The question "why": which word matters most for the answer, how sure that is, and where attention leads.
//
//   {by, groups, measure, layers} ->
//   {question: {kind, answer, second}, value, asked, groups, sinks: [{token, received}], attention: {method, layers: [L][T]}, routes,
//    direct, first: {hidden, routes, direct}, lead, scale, needs: {by, inserted, warning, blanks, noise, left_out, answer, probability, layers, read_up_to},
//    named, then, votes, keeps, elsewhere, sentences}
//
// by: a test of words (model::blankNamed), hide unless it is given; groups as in "blanked", each token unless they are given; measure: no
// leaves out what has to be run (needs and what follows from it), for a first look; layers: of how many layers read_up_to is, evenly
// spread and the last one among them.
// G groups. asked: the token where the answer is read, -1 where several are. attention: what the answer's row, or the mean of the rows that
// are read, has of rollout up to each layer (heads' mean, residual one half), attention to sinks kept by the reader. routes, direct: [G], null
// unless the tests vote: of a model of next words, hidden. left_out [G]: by how much the question falls. read_up_to [layers][G]: left_out less what
// is still lost if the group is hidden from the next layer on; of hiding alone; where the answer is a mean of tokens one more, for the mean.
// scale: what bars end at. lead: of a difference. Groups count from 0; null: none.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "io/write/json_writer.h"
#include "model/service/ask_parts.h"
#include "model/session/token_scores.h"
#include "model/why/look.h"
#include "model/why/verdict.h"

namespace hw::service {
namespace {

using why::Groups;
constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();
/// Where bars of a log-probability end, in nats.
constexpr double mostNats = 12;

class Why {
public:
    Why(const AskedRun& asked, std::string by, Groups groups)
        : asked_(asked), by_(std::move(by)), groups_(std::move(groups)) {}

    Result<std::string> answer() {
        auto look = why::lookAt(asked_, groups_, by_ == model::usualBlank);
        if (!look) return std::unexpected(std::move(look.error()));
        look_ = std::move(*look);
        JsonWriter json;
        json.beginObject();
        writeLook(json);
        if (asked_.arguments.text("measure") == "no")
            return json.key("needs").null().endObject().take();
        auto tested = testedGroups(asked_, by_, groups_);
        if (!tested) return std::unexpected(std::move(tested.error()));
        tested_ = std::move(*tested);
        for (const TestedGroup& one : tested_)
            look_.evidence.leftOut.push_back(look_.value - one.value);
        if (auto good = writeNeeds(json); !good) return std::unexpected(std::move(good.error()));
        writeVerdict(json);
        return json.endObject().take();
    }

private:
    void writeOutput(JsonWriter& json, int index) const {
        json.beginObject()
            .field("text", asked_.session.nameOf(index))
            .field("id", index)
            .field("probability", model::probabilities(look_.outputs)[index])
            .field("logit", look_.outputs[index])
            .endObject();
    }

    double lead() const { return why::isDifference(asked_.target) ? look_.value : noNumber; }

    void writeLook(JsonWriter& json) const {
        const model::Target& target = asked_.target;
        json.key("question")
            .beginObject()
            .field("kind", why::isDifference(asked_.target) ? "difference" : nameOf(target.kind));
        json.key("answer");
        if (target.kind == model::TargetKind::cosine)
            json.null();
        else
            writeOutput(json, target.index);
        json.key("second");
        if (target.minus >= 0)
            writeOutput(json, target.minus);
        else
            json.null();
        json.endObject().field("value", look_.value).field("asked", look_.place);
        json.key("groups").beginArray();
        for (const std::vector<int>& group : groups_) {
            json.beginArray();
            for (const int token : group) json.value(token);
            json.endArray();
        }
        json.endArray().key("sinks").beginArray();
        for (const AttentionSink& sink : look_.sinks)
            json.beginObject()
                .field("token", sink.token)
                .field("received", sink.received)
                .endObject();
        json.endArray().key("attention").beginObject().field("method", nameOf(Method::rollout));
        json.key("layers").beginArray();
        for (const std::vector<double>& row : look_.attention) {
            json.beginArray();
            for (const double one : row) json.value(one);
            json.endArray();
        }
        json.endArray().endObject();
        writeVoice(json, "routes", look_.evidence.routes);
        writeVoice(json, "direct", look_.evidence.direct);
        const double scale = target.kind == model::TargetKind::logProbability ? mostNats
                             : target.kind == model::TargetKind::probability
                                 ? 1
                                 : 2 * std::abs(look_.value);
        json.field("lead", lead()).field("scale", scale);
    }

    static void writeVoice(JsonWriter& json, std::string_view name,
                           const std::vector<double>& values) {
        if (values.empty())
            json.key(name).null();
        else
            json.array(name, values);
    }

    Result<void> writeNeeds(JsonWriter& json) {
        json.key("needs").beginObject();
        const model::BlankName described = model::describedBlank(by_, asked_.session);
        json.field("by", by_)
            .field("inserted", described.inserted)
            .field("warning", model::blankWarning(described));
        writeBlanks(json, asked_.session);
        json.field("noise", look_.noise(asked_.target)).array("left_out", look_.evidence.leftOut);
        json.key("answer").beginArray();
        for (const TestedGroup& one : tested_)
            if (one.answer < 0)
                json.null();
            else
                json.value(one.text);
        json.endArray().key("probability").beginArray();
        for (const TestedGroup& one : tested_)
            json.value(one.answer < 0 ? noNumber : one.probability);
        json.endArray();
        if (auto good = writeReadUpTo(json); !good) return good;
        json.endObject();
        return {};
    }

    /// left_out less what is still lost if the group is hidden from the next layer on.
    Result<void> writeReadUpTo(JsonWriter& json) const {
        const int layers = asked_.session.network().spec.layerCount();
        const int wanted = by_ == model::usualBlank && !asked_.base.output
                               ? std::min(asked_.arguments.whole("layers"), layers)
                               : 0;
        std::vector<int> ends;
        for (int i = 1; i <= wanted; ++i) ends.push_back(i * layers / wanted);
        if (wanted > 0 && look_.place < 0) ends.push_back(layers + 1);
        json.array("layers", ends).key("read_up_to").beginArray();
        std::vector<model::Edits> edits;
        for (const int end : ends) {
            if (isLast(end)) continue;
            for (std::size_t group = 0; group < groups_.size(); ++group) {
                if (std::isnan(look_.evidence.leftOut[group])) continue;
                model::Edits& one = edits.emplace_back();
                for (const int token : groups_[group]) one.hidden.push_back({end, token});
            }
        }
        const auto values = model::editedValues(asked_.session.network(), asked_.base.trace, edits,
                                                asked_.target, asked_.progress);
        if (!values) return std::unexpected(values.error());
        auto next = values->begin();
        for (const int end : ends) {
            json.beginArray();
            for (const double whole : look_.evidence.leftOut)
                if (std::isnan(whole) || isLast(end))
                    json.value(whole);
                else
                    json.value(whole - (look_.value - *next++));
            json.endArray();
        }
        json.endArray();
        return {};
    }
    /// Nothing reads anything behind it.
    bool isLast(int end) const {
        return end == asked_.session.network().spec.layerCount() + (look_.place < 0 ? 1 : 0);
    }

    void writeVerdict(JsonWriter& json) const {
        const why::Verdict made = why::verdictOf(asked_, look_, groups_, tested_);
        const auto place = [&](std::string_view name, int group) {
            json.key(name);
            if (group < 0)
                json.null();
            else
                json.value(group);
        };
        json.key("first").beginObject();
        place("hidden", made.naming.first[0]);
        place("routes", made.naming.first[1]);
        place("direct", made.naming.first[2]);
        json.endObject().array("order", made.naming.order);
        place("named", made.naming.named);
        place("then", made.naming.then);
        place("votes", made.naming.votes == 0 ? -1 : made.naming.votes);
        json.field("keeps", made.keeps);
        place("elsewhere", made.elsewhere);
        json.array("sentences", made.sentences);
    }

    const AskedRun& asked_;
    std::string by_;
    Groups groups_;
    why::Look look_;
    std::vector<TestedGroup> tested_;
};

}  // namespace

Result<std::string> whyAnswer(const AskedRun& asked) {
    const std::string given = asked.arguments.text("by");
    const std::string listed = asked.arguments.text("groups");
    std::optional<Groups> groups = listed.empty()
                                       ? std::optional(model::singleTokens(asked.base.tokens()))
                                       : groupsIn(listed, asked.base.tokens());
    if (!groups) return badAsk();
    return Why(asked, given.empty() ? std::string(model::usualBlank) : given, std::move(*groups))
        .answer();
}

}  // namespace hw::service
