// SPDX-License-Identifier: MIT
#include <utility>

#include "model/tokenizer/read/components.h"

namespace hw::model {
namespace {

struct BehaviourName {
    std::string_view name;
    Behaviour behaviour;
};
constexpr BehaviourName behaviourNames[] = {{"Removed", Behaviour::removed},
                                            {"Isolated", Behaviour::isolated},
                                            {"MergedWithPrevious", Behaviour::mergedWithPrevious},
                                            {"MergedWithNext", Behaviour::mergedWithNext},
                                            {"Contiguous", Behaviour::contiguous}};

Result<StepPtr> readMetaspace(const Fields& fields) {
    const auto replacement = fields.letter("replacement");
    if (!replacement) return std::unexpected(replacement.error());
    const auto scheme = fields.text("prepend_scheme", "always");
    if (!scheme) return std::unexpected(scheme.error());
    const auto splits = fields.truth("split", true);
    if (!splits) return std::unexpected(splits.error());
    const auto prepends = fields.truth("add_prefix_space", true);
    if (!prepends) return std::unexpected(prepends.error());
    PrependScheme which = PrependScheme::always;
    if (*scheme == "first") {
        which = PrependScheme::first;
    } else if (*scheme == "never" || !*prepends) {
        which = PrependScheme::never;
    } else if (*scheme != "always") {
        return fields.in("prepend_scheme").unknown(*scheme);
    }
    return makeMetaspace(*replacement, which, *splits);
}

Result<StepPtr> readByteLevel(const Fields& fields) {
    const auto prefix = fields.truth("add_prefix_space", true);
    if (!prefix) return std::unexpected(prefix.error());
    const auto regex = fields.truth("use_regex", true);
    if (!regex) return std::unexpected(regex.error());
    return makeByteLevel(*prefix, *regex);
}

Result<StepPtr> readSplit(const Fields& fields) {
    auto pattern = readPattern(fields);
    if (!pattern) return std::unexpected(pattern.error());
    const auto behaviour = readBehaviour(fields);
    if (!behaviour) return std::unexpected(behaviour.error());
    const auto inverted = fields.truth("invert", false);
    if (!inverted) return std::unexpected(inverted.error());
    return makeSplit(std::move(*pattern), *behaviour, *inverted);
}

Result<StepPtr> readOnePreTokenizer(const Fields& fields, std::string_view type) {
    if (type == "BertPreTokenizer") return makeBertPreTokenizer();
    if (type == "ByteLevel") return readByteLevel(fields);
    if (type == "Metaspace") return readMetaspace(fields);
    if (type == "Split") return readSplit(fields);
    if (type == "Whitespace") return makeWhitespace();
    if (type == "WhitespaceSplit") return makeWhitespaceSplit();
    if (type == "UnicodeScripts") return makeUnicodeScripts();
    if (type == "Punctuation") {
        const auto behaviour = readBehaviour(fields, Behaviour::isolated);
        if (!behaviour) return std::unexpected(behaviour.error());
        return makePunctuation(*behaviour);
    }
    if (type == "Digits") {
        const auto individual = fields.truth("individual_digits", false);
        if (!individual) return std::unexpected(individual.error());
        return makeDigits(*individual);
    }
    if (type == "FixedLength") {
        const auto length = fields.number("length", 5);
        if (!length) return std::unexpected(length.error());
        if (*length < 1 || *length > 1'000'000) return fields.wrong("length", "1 or more"_tr);
        return makeFixedLength(static_cast<int>(*length));
    }
    if (type == "Delimiter" || type == "CharDelimiterSplit") {
        const auto delimiter = fields.letter("delimiter");
        if (!delimiter) return std::unexpected(delimiter.error());
        return makeDelimiter(*delimiter);
    }
    return fields.unknown(type);
}

Result<void> flatten(const Fields& fields, std::vector<Fields>& out) {
    const auto type = fields.type();
    if (!type) return std::unexpected(type.error());
    if (*type != "Sequence") {
        out.push_back(fields);
        return {};
    }
    const auto list = fields.list("pretokenizers");
    if (!list) return std::unexpected(list.error());
    for (const Fields& item : *list)
        if (auto good = flatten(item, out); !good) return good;
    return {};
}

}  // namespace

Result<Behaviour> readBehaviour(const Fields& fields, std::optional<Behaviour> other) {
    if (other && fields.lacks("behavior")) return *other;
    const auto text = fields.text("behavior");
    if (!text) return std::unexpected(text.error());
    for (const BehaviourName& known : behaviourNames)
        if (known.name == *text) return known.behaviour;
    return fields.in("behavior").unknown(*text);
}

Result<void> readPreTokenizers(const Fields& fields, bool modelTakesBytes,
                               std::vector<StepPtr>& out, bool& endsInBytes) {
    std::vector<Fields> all;
    if (auto good = flatten(fields, all); !good) return good;
    for (const Fields& item : all) {
        const auto type = item.type();
        auto step = readOnePreTokenizer(item, *type);
        if (!step) return std::unexpected(step.error());
        (*step)->setName(*type, item.place());
        out.push_back(std::move(*step));
        if (*type != "ByteLevel") continue;
        endsInBytes = modelTakesBytes && item.node() == all.back().node();
        if (endsInBytes) continue;
        out.push_back(makeByteLetters());
        out.back()->setName(*type, item.place());
    }
    return {};
}

}  // namespace hw::model
