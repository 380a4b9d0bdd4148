// SPDX-License-Identifier: MIT
// The question "why": which word matters most for the answer, how sure that is, and where attention leads.
//
//     {by, groups, measure, layers, sinks} ->
//     {question: {kind, answer, second}, value, asked, groups, instead: [G], sinks: [{token, received}],
//      attention: {method, sinks, layers: [L][T]}, routes, direct, first: {hidden, routes, direct}, lead, scale,
//      needs: {by, inserted, warning, blanks, noise, left_out, answer, probability, layers, read_up_to},
//      named, then, votes, keeps, elsewhere, sentences}
//
// Arguments:
// - by is a test of words (model::blankNamed), default hide. groups are as in "blanked", default one for each token.
// - measure: no skips the runs (needs and the fields that depend on it), for a first look.
// - layers is the number of layers in read_up_to, evenly spread and including the last one.
// - sinks is include or exclude (default), and applies to `attention`.
//
// Results for G groups, which count from 0, and are null if there is none:
// - asked is the token where the answer is read, -1 for several.
// - attention is the answer's row (or the mean of the rows that are read) of rollout up to each layer (heads' mean,
//   residual one half). Without sinks the reading token keeps the attention to them. Across two stacks there are none.
// - routes and direct, [G], are null unless the tests vote, for a model of next words with hidden groups.
// - left_out, [G], is by how much the question falls.
// - read_up_to, [layers][G], is left_out minus the effect that remains if the group is hidden from the next layer on,
//   only for hiding. If the answer is a mean of tokens there is one more row, for the mean.
// - instead is the other word of a pair in the list of pairs (model::counterpartOf).
// - scale is the end of bars. lead is the value of a difference.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/choice_names.h"
#include "core/model/methods.h"
#include "core/model/settings.h"
#include "io/write/json_writer.h"
#include "model/service/question_parts.h"
#include "model/session/question_title.h"
#include "model/session/token_scores.h"
#include "model/why/why_json.h"
#include "model/why/word_findings.h"

namespace hw::service {
namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();
/// The end of bars of a log-probability, in nats.
constexpr double mostNats = 12;

template <class Number>
void writeList(JsonWriter& json, const std::vector<Number>& list) {
    json.beginArray();
    for (const Number& one : list) json.value(one);
    json.endArray();
}

class Answer {
public:
    Answer(const RunQuestion& asked, const why::WordFindings& found, why::Form form)
        : asked_(asked), found_(found), isOfTokens_(form == why::Form::tokens) {}

    std::string json() const {
        JsonWriter json;
        json.beginObject();
        if (isOfTokens_) json.array("tokens", asked_.base.encoding.tokens);
        writeLook(json);
        if (!found_.request.measures) return json.key("needs").null().endObject().take();
        writeNeeds(json);
        writeVerdict(json);
        return json.endObject().take();
    }

private:
    void writeOutput(JsonWriter& json, int index) const {
        json.beginObject()
            .field("text", asked_.session.nameOf(index))
            .field("id", index)
            .field("probability", why::probabilityOf(asked_, found_.overview, index))
            .field("logit", found_.overview.outputs[index])
            .endObject();
    }
    /// A word of several tokens. Its probability is the product of theirs, and it has no logit.
    void writeWord(JsonWriter& json) const {
        std::vector<int> ids;
        for (const model::Target& one : model::partsOf(asked_.target)) ids.push_back(one.index);
        json.beginObject()
            .field("text", model::wordOf(asked_.session, asked_.target))
            .array("ids", ids)
            .field("probability", why::probabilityOf(asked_, found_.overview, -1))
            .endObject();
    }
    /// "difference", "log_probability" ...
    std::string kindName() const {
        if (why::isDifference(asked_.target)) return "difference";
        std::string name(nameOf(asked_.target.kind));
        std::ranges::replace(name, '-', '_');
        return name;
    }
    double lead() const {
        return why::isDifference(asked_.target) ? found_.overview.value : noNumber;
    }
    /// A suggestion for its replacement; "" if the list of pairs has none.
    std::string insteadOf(const std::vector<int>& group) const {
        std::string word;
        for (const int token : group) word += asked_.base.encoding.tokens[token];
        return model::counterpartOf(why::shownAnswer(word));
    }
    void writeLook(JsonWriter& json) const {
        const model::Target& target = asked_.target;
        json.key("question").beginObject().field("kind", kindName());
        json.key("answer");
        if (target.kind == model::TargetKind::cosine)
            json.null();
        else if (target.isSeveral())
            writeWord(json);
        else
            writeOutput(json, target.index);
        json.key("second");
        if (target.minus >= 0)
            writeOutput(json, target.minus);
        else
            json.null();
        json.endObject()
            .field("value", found_.overview.value)
            .field("asked", found_.overview.place);
        if (!isOfTokens_) {
            json.key("groups").beginArray();
            for (const std::vector<int>& group : found_.request.groups) writeList(json, group);
            json.endArray().key("instead").beginArray();
            for (const std::vector<int>& group : found_.request.groups)
                json.value(insteadOf(group));
            json.endArray();
        }
        json.key("sinks").beginArray();
        for (const AttentionSink& sink : found_.overview.sinks)
            if (isOfTokens_)
                json.value(sink.token);
            else
                json.beginObject()
                    .field("token", sink.token)
                    .field("received", sink.received)
                    .endObject();
        json.endArray().key("attention").beginObject().field("method", nameOf(Method::rollout));
        json.field("sinks", nameOf(found_.overview.sinkUse));
        json.key("layers").beginArray();
        for (const std::vector<double>& row : found_.overview.attention) writeList(json, row);
        json.endArray().endObject();
        writeVoice(json, "routes", found_.overview.evidence.routes);
        writeVoice(json, "direct", found_.overview.evidence.direct);
        const double scale = target.kind == model::TargetKind::logProbability ? mostNats
                             : target.kind == model::TargetKind::probability
                                 ? 1
                                 : 2 * std::abs(found_.overview.value);
        json.field("lead", lead()).field("scale", scale);
    }
    /// For each group, or for each token the value of its group.
    std::vector<double> spread(const std::vector<double>& values) const {
        if (!isOfTokens_) return values;
        std::vector<double> each(asked_.base.tokens(), noNumber);
        for (std::size_t group = 0; group < values.size(); ++group)
            for (const int token : found_.request.groups[group]) each[token] = values[group];
        return each;
    }
    void writeVoice(JsonWriter& json, std::string_view name,
                    const std::vector<double>& values) const {
        if (values.empty())
            json.key(name).null();
        else
            json.array(name, spread(values));
    }
    void writeNeeds(JsonWriter& json) const {
        json.key("needs").beginObject();
        const model::BlankName described = model::describedBlank(found_.request.by, asked_.session);
        json.field("by", found_.request.by)
            .field("inserted", described.inserted)
            .field("warning", model::blankWarning(described));
        writeBlanks(json, asked_.session);
        json.field("noise", found_.overview.noise(asked_.target))
            .array("left_out", spread(found_.overview.evidence.leftOut));
        std::vector<double> probabilities;
        std::vector<double> places;
        for (const GroupTest& one : found_.tested) {
            probabilities.push_back(one.answer < 0 ? noNumber : one.probability);
            places.push_back(one.answer < 0 ? noNumber : static_cast<double>(places.size()));
        }
        json.key("answer").beginArray();
        for (const double place : spread(places))
            if (std::isnan(place))
                json.null();
            else
                json.value(found_.tested[static_cast<std::size_t>(place)].text);
        json.endArray().array("probability", spread(probabilities));
        json.array("layers", found_.layers).key("read_up_to").beginArray();
        for (const std::vector<double>& row : found_.readUpTo) writeList(json, spread(row));
        json.endArray().endObject();
    }
    void writeVerdict(JsonWriter& json) const {
        const why::Verdict& made = found_.verdict;
        // Writes a group by its number, or by its first token.
        const auto place = [&](std::string_view name, int group) {
            json.key(name);
            if (group < 0)
                json.null();
            else
                json.value(isOfTokens_ ? found_.request.groups[group].front() : group);
        };
        json.key("first").beginObject();
        place("hidden", made.naming.first[0]);
        place("routes", made.naming.first[1]);
        place("direct", made.naming.first[2]);
        json.endObject();
        if (!isOfTokens_) {
            json.array("order", made.naming.order);
            place("named", made.naming.named);
        } else if (made.naming.named >= 0) {
            json.array("named", found_.request.groups[made.naming.named]);
        } else {
            json.key("named").null();
        }
        place("then", made.naming.then);
        if (made.naming.votes > 0)
            json.field("votes", made.naming.votes);
        else
            json.key("votes").null();
        json.field("keeps", made.keeps);
        place("elsewhere", made.elsewhere);
        json.array("sentences", made.sentences);
    }

    const RunQuestion& asked_;
    const why::WordFindings& found_;
    bool isOfTokens_;
};

}  // namespace

}  // namespace hw::service

namespace hw::why {

std::optional<WhyRequest> whyRequestIn(const service::RunQuestion& asked) {
    const std::string given = asked.arguments.text("by");
    const std::string listed = asked.arguments.text("groups");
    auto groups = listed.empty() ? std::optional(model::singleTokens(asked.base.tokens()))
                                 : service::groupsIn(listed, asked.base.tokens());
    if (!groups) return std::nullopt;
    return WhyRequest{
        .by = given.empty() ? std::string(model::usualBlank) : given,
        .groups = std::move(*groups),
        .measures = asked.arguments.text("measure") != "no",
        .sinks = fromName<SinkUse>(asked.arguments.text("sinks")).value_or(SinkUse::exclude),
        .layers = asked.arguments.whole("layers")};
}

std::string whyJson(const service::RunQuestion& asked, const WordFindings& found, Form form) {
    return service::Answer(asked, found, form).json();
}

}  // namespace hw::why

namespace hw::service {

Result<std::string> whyAnswer(const RunQuestion& asked) {
    auto request = why::whyRequestIn(asked);
    if (!request) return badGroups();
    const RunQuestion plain = why::withPlainTarget(asked);
    const auto found = why::findWhy(plain, std::move(*request));
    if (!found) return std::unexpected(found.error());
    return why::whyJson(plain, *found, why::Form::groups);
}

}  // namespace hw::service
