// SPDX-License-Identifier: MIT
// What decides, and the ranking that a search finds: the questions whose search is made in steps.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/choice_names.h"
#include "model/experiment/rankings.h"
#include "model/service/ask_parts.h"

namespace hw::service {
namespace {

using model::UnitKind;

/// Of the ranking.
constexpr int mostSearched = 16;

struct Wanted {
    model::Target target;
    model::DecideOptions options;
};

Result<model::DecideOptions> optionsOf(const AskedRun& asked) {
    const auto kind = asked.arguments.choice<UnitKind>("kind");
    if (kind == UnitKind::patch && !asked.session.network().spec.picture) return badAsk();
    auto takesPart = unitTokens(asked);
    if (!takesPart) return std::unexpected(std::move(takesPart.error()));
    return model::DecideOptions{.unit = kind,
                                .rule = asked.arguments.choice<model::CutRule>("rule"),
                                .takesPart = std::move(*takesPart),
                                .progress = asked.progress,
                                .stop = {}};
}

Result<Wanted> wantedDecision(const AskedRun& asked) {
    auto options = optionsOf(asked);
    if (!options) return std::unexpected(options.error());
    options->most = asked.arguments.whole("most");
    model::Target target = asked.target;
    if (asked.isUsual) target.minus = -1;
    return Wanted{std::move(target), std::move(*options)};
}

Result<Wanted> wantedOrder(const AskedRun& asked) {
    auto options = optionsOf(asked);
    if (!options) return std::unexpected(options.error());
    options->most = mostSearched;
    options->endsWithChange = false;
    options->known = &knownCuts();
    return Wanted{asked.target, std::move(*options)};
}

void writeOthers(JsonWriter& json, const model::Others& others, const AskedRun& asked) {
    json.key("others").beginObject().field("all", others.all).field("measured", others.measured);
    json.field("changed", others.changed).field("exchanged", others.exchanged);
    json.field("changedByExchange", others.changedByExchange).key("farthest").beginArray();
    for (const model::OtherCut& other : others.farthest) {
        json.beginObject().field("leadAfter", other.leadAfter);
        json.field("after", asked.session.nameOf(other.after));
        writeUnits(json, other.units, asked);
        json.endObject();
    }
    json.endArray().endObject();
}

Result<model::Decision> found(const AskedRun& asked, const Wanted& wanted) {
    if (asked.searched != nullptr) return *asked.searched;
    return model::findWhatDecides(asked.subject(), wanted.target, wanted.options);
}

}  // namespace

Result<std::vector<model::Unit>> searchedOrder(const AskedRun& asked) {
    const auto wanted = wantedOrder(asked);
    if (!wanted) return std::unexpected(wanted.error());
    auto made = found(asked, *wanted);
    if (!made) return std::unexpected(std::move(made.error()));
    return std::move(made->units);
}

Result<std::string> decideAnswer(const AskedRun& asked) {
    const auto wanted = wantedDecision(asked);
    if (!wanted) return std::unexpected(wanted.error());
    const auto made = found(asked, *wanted);
    if (!made) return std::unexpected(made.error());
    JsonWriter json;
    json.beginObject()
        .field("found", made->isFound)
        .field("runs", made->runs)
        .field("before", asked.session.nameOf(made->before))
        .field("after", asked.session.nameOf(made->after))
        .field("lead", made->lead)
        .field("leadAfter", made->leadAfter);
    writeUnits(json, made->units, asked);
    if (made->isFound) writeOthers(json, made->others, asked);
    return json.endObject().take();
}

Result<std::optional<model::Deciding>> searchFor(std::string_view name, const AskedRun& asked) {
    std::optional<Wanted> wanted;
    const bool isDecision = name == "decide";
    if (isDecision || (name == "experiment" && asked.arguments.text("ranking") == "search")) {
        auto made = isDecision ? wantedDecision(asked) : wantedOrder(asked);
        if (!made) return std::unexpected(made.error());
        wanted = std::move(*made);
    }
    if (!wanted) return std::nullopt;
    auto search = model::Deciding::of(asked.subject(), wanted->target, wanted->options);
    if (!search) return std::unexpected(search.error());
    return std::move(*search);
}

}  // namespace hw::service
