// SPDX-License-Identifier: MIT
#include "model/circuit/report/read_pairs.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "io/json/json_parser.h"
#include "model/circuit/report/pair_template.h"

namespace hw::circuit {
namespace {

using io::Kind;
using io::NodeId;

constexpr std::size_t mostPairs = 100'000;

Problem badPair(std::string place, LocalizedText finding, std::string remedy = {}) {
    return {.code = Code::badArgument,
            .place = std::move(place),
            .finding = finding,
            .remedy = std::move(remedy),
            .byte = {}};
}

Result<io::Tree> parsed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool isList = first != std::string_view::npos && text[first] == '[';
    io::JsonOptions options;
    options.exactNumbers = true;
    options.lines = !isList;
    io::JsonParser parser(options);
    if (auto good = parser.push(text); !good) return std::unexpected(std::move(good.error()));
    return parser.finish();
}

/// One entry of the list.
class Entry {
public:
    Entry(const model::Session& session, const io::Tree& tree, NodeId node, std::string place)
        : session_(session), tree_(tree), node_(node), place_(std::move(place)) {}

    /// One pair of a template, which has to outlive the entry.
    void fill(const PairTemplate& with, std::size_t combination) {
        template_ = &with;
        combination_ = combination;
    }

    Result<NamedPair> read(Metric metric) const {
        NamedPair made;
        const NodeId other = counterfactual();
        const NodeId clean = first({"template", "clean", "prompt"});
        const NodeId corrupt = other != io::none ? tree_.find(other, "prompt")
                                                 : first({"template", "corrupt", "corrupted"});
        auto one = text(clean, Side::clean, made.clean, made.cleanTokens);
        if (!one) return std::unexpected(std::move(one.error()));
        auto two = text(corrupt, Side::corrupt, made.corrupt, made.corruptTokens);
        if (!two) return std::unexpected(std::move(two.error()));
        made.pair.clean = std::move(*one);
        made.pair.corrupt = std::move(*two);
        Question& question = made.pair.question;
        question.metric = metric;
        auto answer = outputs(answerNode(node_, other, true), Side::clean, other != io::none);
        if (!answer) return std::unexpected(std::move(answer.error()));
        auto against = outputs(answerNode(node_, other, false), Side::corrupt, other != io::none);
        if (!against) return std::unexpected(std::move(against.error()));
        question.answer = std::move(*answer);
        question.against = std::move(*against);
        const auto position = this->position(made.pair.clean.ids);
        if (!position) return std::unexpected(position.error());
        question.position = *position;
        return made;
    }

private:
    NodeId first(std::initializer_list<std::string_view> keys) const {
        for (const std::string_view key : keys)
            if (const NodeId found = tree_.find(node_, key); found != io::none) return found;
        return io::none;
    }

    /// MIB's other prompt, the usual one of its tasks first.
    NodeId counterfactual() const {
        const NodeId usual =
            first({"s2_io_flip_counterfactual", "symbol_counterfactual", "random_counterfactual"});
        if (tree_.is(usual, Kind::object)) return usual;
        for (const NodeId child : tree_.children(node_))
            if (tree_.key(child).ends_with("counterfactual") && tree_.is(child, Kind::object))
                return child;
        return io::none;
    }

    /// The node of an answer, in either form.
    NodeId answerNode(NodeId node, NodeId other, bool isRight) const {
        if (const NodeId own =
                isRight ? first({"answer", "correct_idx"}) : first({"against", "incorrect_idx"});
            own != io::none || other == io::none)
            return own;
        const NodeId named = tree_.find(node, "metadata", isRight ? "indirect_object" : "subject");
        if (named != io::none) return named;
        const NodeId side = isRight ? node : other;
        const NodeId key = tree_.find(side, "answerKey");
        NodeId choices = tree_.find(side, "choices");
        if (tree_.is(choices, Kind::object)) choices = tree_.find(choices, "label");
        if (tree_.is(key, Kind::number) && tree_.is(choices, Kind::array)) {
            const std::vector<NodeId> list = tree_.children(choices);
            const double index = tree_.number(key);
            if (index >= 0 && index < static_cast<double>(list.size()))
                return list[static_cast<std::size_t>(index)];
        }
        return tree_.find(side, "label");
    }

    Result<int> whole(double number, std::string_view key) const {
        if (number >= -1 && number <= 1e9 && number == std::floor(number))
            return static_cast<int>(number);
        return std::unexpected(badPair(place_ + "." + std::string(key),
                                       "This is not a whole number of that size."_tr));
    }

    std::string string(NodeId node, Side side) const {
        const std::string_view text = tree_.string(node);
        return template_ == nullptr ? std::string(text)
                                    : template_->filled(text, combination_, side);
    }

    Result<model::TextInput> text(NodeId node, Side side, std::string& shown,
                                  std::vector<std::string>& tokens) const {
        const std::string_view key = side == Side::clean ? "clean" : "corrupt";
        model::TextInput made;
        if (tree_.is(node, Kind::numbers)) {
            for (const double number : tree_.doubles(node)) {
                const auto id = whole(number, key);
                if (!id) return std::unexpected(id.error());
                made.ids.push_back(*id);
            }
            for (const int id : made.ids)
                tokens.emplace_back(session_.tokenizer() == nullptr
                                        ? numberText(id)
                                        : session_.tokenizer()->token(id).value_or(""));
            return made;
        }
        if (!tree_.is(node, Kind::string))
            return std::unexpected(badPair(place_ + "." + std::string(key),
                                           "This must be a text or a list of ids."_tr));
        shown = string(node, side);
        const auto run = session_.encoded(shown);
        if (!run) return std::unexpected(run.error());
        made.ids.assign(run->encoding.ids.begin(), run->encoding.ids.end());
        if (session_.network().spec.types > 0)
            made.types.assign(run->encoding.typeIds.begin(), run->encoding.typeIds.end());
        tokens = run->encoding.tokens;
        return made;
    }

    Result<int> output(NodeId node, Side side, bool isMib) const {
        if (tree_.is(node, Kind::number)) return whole(tree_.number(node), "answer");
        if (!tree_.is(node, Kind::string))
            return std::unexpected(badPair(place_, "An answer must be a text or a number."_tr));
        const std::string name = string(node, side);
        auto found = session_.outputNamed(name);
        if (found || !isMib || session_.tokenizer() == nullptr) return found;
        // MIB takes the first token of a longer answer.
        const auto tokens = session_.tokenizer()->encode(" " + name, {}, false);
        if (!tokens || tokens->ids.empty()) return found;
        return tokens->ids.front();
    }

    Result<std::vector<int>> outputs(NodeId node, Side side, bool isMib) const {
        std::vector<int> made;
        if (node == io::none || tree_.is(node, Kind::null)) return made;
        if (tree_.is(node, Kind::numbers)) {
            for (const double number : tree_.doubles(node)) {
                const auto index = whole(number, "answer");
                if (!index) return std::unexpected(index.error());
                made.push_back(*index);
            }
            return made;
        }
        const std::vector<NodeId> list =
            tree_.is(node, Kind::array) ? tree_.children(node) : std::vector<NodeId>{node};
        for (const NodeId one : list) {
            const auto index = output(one, side, isMib);
            if (!index) return std::unexpected(index.error());
            made.push_back(*index);
        }
        return made;
    }

    Result<int> position(const std::vector<int>& ids) const {
        const NodeId node = tree_.find(node_, "position");
        if (tree_.is(node, Kind::number)) return whole(tree_.number(node), "position");
        model::Run run;
        run.encoding.ids.assign(ids.begin(), ids.end());
        const int usual = session_.usualPosition(run);
        if (usual >= 0 || session_.facts().task() != model::Task::maskedWord) return usual;
        return std::unexpected(
            badPair(place_, "The text has no masked word."_tr, std::string("Add a position."_tr)));
    }

    const model::Session& session_;
    const io::Tree& tree_;
    NodeId node_;
    std::string place_;
    const PairTemplate* template_ = nullptr;
    std::size_t combination_ = 0;
};

/// The pairs of an entry, many for a template.
Result<void> readEntry(Entry entry, const PairTemplate* filling, Metric metric,
                       std::vector<NamedPair>& pairs) {
    for (std::size_t i = 0; i < (filling == nullptr ? 1 : filling->size()); ++i) {
        if (filling != nullptr) entry.fill(*filling, i);
        auto pair = entry.read(metric);
        if (!pair) return std::unexpected(std::move(pair.error()));
        pairs.push_back(std::move(*pair));
    }
    return {};
}

}  // namespace

Result<std::vector<NamedPair>> readPairs(const model::Session& session, std::string_view text,
                                         Metric metric) {
    const auto tree = parsed(text);
    if (!tree) return std::unexpected(tree.error());
    std::vector<NodeId> entries;
    if (tree->is(io::Tree::root, Kind::array)) entries = tree->children(io::Tree::root);
    if (tree->is(io::Tree::root, Kind::object)) entries = {io::Tree::root};
    if (entries.empty()) return std::unexpected(badPair("pairs", "The list has no pairs."_tr));
    if (entries.size() > mostPairs)
        return std::unexpected(Problem{.code = Code::tooLarge,
                                       .place = "pairs",
                                       .finding = formatText("The list has {} pairs (limit {})."_tr,
                                                             {entries.size(), mostPairs}),
                                       .remedy = {},
                                       .byte = {}});
    std::vector<NamedPair> pairs;
    for (const NodeId entry : entries) {
        const std::string place = "pairs[" + numberText(pairs.size()) + "]";
        if (!tree->is(entry, Kind::object))
            return std::unexpected(badPair(place, "An entry must be a JSON object."_tr));
        std::optional<PairTemplate> filling;
        if (tree->find(entry, "template") != io::none) {
            auto made = PairTemplate::of(*tree, entry, place, mostPairs - pairs.size());
            if (!made) return std::unexpected(std::move(made.error()));
            filling = std::move(*made);
        }
        auto good = readEntry(Entry(session, *tree, entry, place), filling ? &*filling : nullptr,
                              metric, pairs);
        if (!good) {
            Problem problem = std::move(good.error());
            if (!problem.place.starts_with("pairs"))
                problem.place = place + (problem.place.empty() ? "" : ", ") + problem.place;
            return std::unexpected(std::move(problem));
        }
    }
    return pairs;
}

}  // namespace hw::circuit
