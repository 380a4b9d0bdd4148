// SPDX-License-Identifier: MIT
#include "model/session/token_scores.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "core/localized_text.h"
#include "model/experiment/rankings.h"
#include "model/run/read_out.h"

namespace hw::model {

std::vector<double> TargetedRun::read() const {
    return readAt(session.network(), target, run.trace.batch, run.trace.last());
}

int onlyToken(const Tokenizer& tokenizer, std::string_view text) {
    const auto encoding = tokenizer.encode(text);
    if (!encoding) return -1;
    int found = -1;
    for (std::size_t i = 0; i < encoding->size(); ++i) {
        if (encoding->special[i]) continue;
        if (found >= 0) return -1;
        found = encoding->ids[i];
    }
    return found == tokenizer.specialIds().unknown ? -1 : found;
}

namespace {

/// The id of a replacement by its name, or of a text that is one token; -1 if there is none.
int insertedId(std::string_view name, const Session& session) {
    const Tokenizer* tokenizer = session.tokenizer();
    if (tokenizer == nullptr || name.empty()) return -1;
    const SpecialIds& ids = tokenizer->specialIds();
    const std::array<std::pair<std::string_view, int>, 5> words{{{"mask", ids.mask},
                                                                 {"unk", ids.unknown},
                                                                 {"unknown", ids.unknown},
                                                                 {"pad", ids.pad},
                                                                 {"eos", ids.eos}}};
    for (const auto& [word, id] : words)
        if (name == word) return id;
    return onlyToken(*tokenizer, name);
}

bool endsDocument(int id, const Session& session) {
    const std::vector<int>& ends = session.endTokens();
    if (std::ranges::find(ends, id) != ends.end()) return true;
    const Tokenizer* tokenizer = session.tokenizer();
    if (tokenizer == nullptr || id < 0) return false;
    // Files may name other tokens as their ends. SmolLM2's GGUF names only the end of a turn.
    constexpr std::array<std::string_view, 4> known{"<|endoftext|>", "<|end_of_text|>", "</s>",
                                                    "<eos>"};
    return id == tokenizer->specialIds().eos ||
           std::ranges::find(known, tokenizer->shownToken(id)) != known.end();
}

constexpr std::string_view replacing = "replace:";

/// The replacement that plain "replace" means.
std::string_view usualReplacement(const Session& session) {
    if (session.facts().readsPictures()) return "zero-pixels";
    for (const std::string_view name : {"unk", "pad"}) {
        const int id = insertedId(name, session);
        if (id >= 0 && !endsDocument(id, session)) return name;
    }
    return "zero-embedding";
}

}  // namespace

std::optional<Blank> blankNamed(std::string_view name, const Session& session) {
    if (name == "hide") return Blank{Blank::Kind::hide, 0};
    // The other patches would move to other positions of BEiT's grid.
    if (name == "delete" || name == "deletion")
        return session.network().spec.hasGridBias ? std::nullopt
                                                  : std::optional(Blank{Blank::Kind::deletion, 0});
    if (name == "replace") name = usualReplacement(session);
    const bool isReplaced = name.starts_with(replacing);
    if (isReplaced) name.remove_prefix(replacing.size());
    if (name == "zero-embedding" || name == "zero_embedding")
        return Blank{Blank::Kind::zeroEmbedding, 0};
    if (session.facts().readsPictures()) {
        if (name != "zero-pixels" && name != "zero_pixels") return std::nullopt;
        return Blank{Blank::Kind::word, session.network().spec.vocabulary - 1};
    }
    constexpr std::array<std::string_view, 5> known{"mask", "unk", "unknown", "pad", "eos"};
    if (session.tokenizer() == nullptr ||
        (!isReplaced && std::ranges::find(known, name) == known.end()))
        return std::nullopt;
    return Blank{Blank::Kind::word, insertedId(name, session)};
}

BlankName describedBlank(std::string_view name, const Session& session) {
    BlankName made{std::string(name), {}, false};
    const auto blank = blankNamed(name, session);
    const Tokenizer* tokenizer = session.tokenizer();
    if (!blank || blank->kind != Blank::Kind::word || blank->id < 0 || tokenizer == nullptr)
        return made;
    made.inserted = tokenizer->shownToken(blank->id);
    made.endsDocument = endsDocument(blank->id, session);
    return made;
}

std::string blankWarning(const BlankName& blank) {
    if (!blank.endsDocument) return {};
    return formatText(
        "{} marks the end of a document, so the model may ignore all text before it. Then every word seems to matter."_tr,
        {blank.inserted});
}

std::vector<BlankName> blankNames(const Session& session) {
    std::vector<BlankName> names;
    std::vector<int> inserted;
    for (const std::string_view name :
         {"hide", "mask", "delete", "replace:unk", "replace:pad", "replace:eos",
          "replace:zero-pixels", "replace:zero-embedding"}) {
        const auto blank = blankNamed(name, session);
        if (!blank || blank->id < 0) continue;
        if (blank->kind == Blank::Kind::word) {
            if (std::ranges::find(inserted, blank->id) != inserted.end()) continue;
            inserted.push_back(blank->id);
        }
        names.push_back(describedBlank(name, session));
    }
    return names;
}

std::string_view insertingBlank(const Session& session) {
    const auto mask = blankNamed("mask", session);
    return mask && mask->id >= 0 ? "mask" : "replace";
}

BlankGroups blankGroups(const Spec& spec, int tokens, int most) {
    BlankGroups made{1, singleTokens(tokens)};
    if (!spec.picture) return made;
    const PictureSpec& picture = *spec.picture;
    const auto squares = [&](int side) {
        return ((picture.rows() + side - 1) / side) * ((picture.columns() + side - 1) / side);
    };
    while (squares(made.side) > std::max(most, 1)) ++made.side;
    if (made.side == 1) return made;
    const int across = (picture.columns() + made.side - 1) / made.side;
    made.groups.resize(spec.leadingTokens());
    made.groups.resize(spec.leadingTokens() + squares(made.side));
    for (int patch = 0; patch < picture.patches(); ++patch) {
        const int row = patch / picture.columns() / made.side;
        const int column = patch % picture.columns() / made.side;
        made.groups[spec.leadingTokens() + row * across + column].push_back(spec.leadingTokens() +
                                                                            patch);
    }
    return made;
}

namespace {

Result<Blank> occlusionTest(std::string_view name, const Session& session) {
    const auto blank = blankNamed(name, session);
    if (blank && (blank->kind != Blank::Kind::word || blank->id >= 0)) return *blank;
    return std::unexpected(
        Problem{.code = Code::badArgument,
                .place = "scores",
                .finding = formatText("The tokenizer has no token \"{}\"."_tr, {name}),
                .remedy = std::string("Use hide, delete or replace:zero-embedding."_tr),
                .byte = {}});
}

}  // namespace

Result<BlankedRuns> blankedRuns(const TargetedRun& asked, std::string_view name,
                                const std::vector<std::vector<int>>& groups, SeeOutputs see) {
    const auto blank = occlusionTest(name, asked.session);
    if (!blank) return std::unexpected(blank.error());
    Target target = asked.target;
    // The last word of the remaining text.
    if (asked.session.facts().task() == Task::nextWord && target.position == asked.run.tokens() - 1)
        target.position = -1;
    return BlankedRuns::of(asked.session.network(), asked.text(), groups, *blank, target,
                           &asked.run.trace, std::move(see));
}

Result<std::vector<double>> blankedGroups(const TargetedRun& asked, std::string_view name,
                                          const std::vector<std::vector<int>>& groups,
                                          const BlankRuns& how) {
    if (const auto& output = asked.run.output) {
        const auto blank = occlusionTest(name, asked.session);
        if (!blank) return std::unexpected(blank.error());
        return blankOutSource(asked.session.network(), *asked.session.decoder(), asked.text(),
                              output->trace.texts[0], groups, *blank, asked.target, how);
    }
    auto made = blankedRuns(asked, name, groups, how.see);
    if (!made) return std::unexpected(std::move(made.error()));
    return made->toTheEnd(how);
}

Result<std::vector<double>> blankedValues(const TargetedRun& asked, std::string_view name,
                                          const BlankRuns& how) {
    return blankedGroups(asked, name, singleTokens(asked.run.tokens()), how);
}

Result<std::vector<double>> blankedValues(const TargetedRun& asked, std::string_view name,
                                          const BlankGroups& together, const BlankRuns& how) {
    const auto values = blankedGroups(asked, name, together.groups, how);
    if (!values) return std::unexpected(values.error());
    std::vector<double> each(asked.run.tokens());
    for (std::size_t group = 0; group < together.groups.size(); ++group)
        for (const int token : together.groups[group]) each[token] = (*values)[group];
    return each;
}

std::vector<double> readRow(std::span<const float> table, std::span<const double> read) {
    const std::size_t tokens = read.size();
    std::vector<double> row(tokens, 0.0);
    for (std::size_t query = 0; query < tokens; ++query)
        for (std::size_t key = 0; key < tokens && read[query] != 0; ++key)
            row[key] += read[query] * table[query * tokens + key];
    return row;
}

std::vector<double> rolledRow(std::span<const float> layers, std::vector<double> read) {
    const std::size_t tokens = read.size();
    const std::size_t square = tokens * tokens;
    for (std::size_t at = layers.size(); at >= square && square > 0; at -= square) {
        std::vector<double> below(tokens, 0.0);
        for (std::size_t query = 0; query < tokens; ++query) {
            const auto own = layers.subspan(at - square + query * tokens, tokens);
            double sum = 0;
            for (const float weight : own) sum += weight;
            for (std::size_t key = 0; key < tokens && sum > 0; ++key)
                below[key] += read[query] * own[key] / sum;
        }
        read = std::move(below);
    }
    return read;
}

}  // namespace hw::model
