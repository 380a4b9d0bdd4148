// SPDX-License-Identifier: MIT
#include "cli/tables/answer_tables.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "cli/output/table_numbers.h"
#include "cli/output/terminal.h"
#include "cli/tables/bars.h"
#include "core/number_text.h"
#include "model/service/fields.h"

namespace hw::cli {
namespace {

using io::NodeId;
using io::Tree;
using Rows = std::vector<std::vector<std::string>>;

/// Longer texts are cut to keep tables readable.
constexpr std::size_t longestToken = 24;

/// A token as a table shows it, without anything that a terminal obeys.
std::string shown(std::string_view text) {
    std::string line = onOneLine(text);
    if (line.size() <= longestToken) return line;
    std::size_t end = longestToken - 1;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
    return line.substr(0, end) + "…";
}

std::vector<std::string> textsAt(const Tree& tree, NodeId list) {
    std::vector<std::string> texts;
    if (list == io::none) return texts;
    for (const NodeId one : tree.children(list)) texts.push_back(shown(tree.string(one)));
    return texts;
}

std::vector<double> numbersAt(const Tree& tree, NodeId list) {
    if (list == io::none || !tree.is(list, io::Kind::numbers)) return {};
    return tree.doubles(list);
}

double largestOf(const std::vector<double>& values) {
    double largest = 0;
    for (const double one : values)
        if (std::isfinite(one)) largest = std::max(largest, std::abs(one));
    return largest;
}

/// Columns followed by a bar.
std::string withBars(const Rows& rows, const std::vector<std::string>& bars) {
    std::string text;
    std::size_t at = 0;
    const std::string table = rightAligned(rows);
    for (const std::string& one : bars) {
        const std::size_t end = table.find('\n', at);
        text += table.substr(at, end - at);
        if (!one.empty()) text += "  " + one;
        text += '\n';
        at = end + 1;
    }
    return text;
}

std::string oneRow(const std::vector<std::string>& keys, const std::vector<double>& values,
                   Drawing drawing) {
    const double largest = largestOf(values);
    Rows rows;
    std::vector<std::string> bars;
    for (std::size_t key = 0; key < keys.size(); ++key) {
        rows.push_back(
            {numberText(key), keys[key], columnNumber(values[key], decimalsFor(largest))});
        bars.push_back(bar(values[key], largest, drawing));
    }
    return withBars(rows, bars);
}

/// The three largest inputs of each output.
std::string manyRows(const std::vector<std::string>& queries, const std::vector<std::string>& keys,
                     const std::vector<double>& values, Drawing drawing) {
    const std::size_t width = keys.size();
    const double largest = largestOf(values);
    const int decimals = decimalsFor(largest);
    Rows rows;
    std::vector<std::string> bars;
    for (std::size_t query = 0; query < queries.size(); ++query) {
        const double* const row = values.data() + query * width;
        std::vector<std::size_t> order;
        for (std::size_t key = 0; key < width; ++key)
            if (std::isfinite(row[key])) order.push_back(key);
        std::ranges::stable_sort(order, [&](auto a, auto b) { return row[a] > row[b]; });
        order.resize(std::min<std::size_t>(order.size(), 3));
        auto& cells =
            rows.emplace_back(std::vector<std::string>{numberText(query), queries[query]});
        for (std::size_t place = 0; place < 3; ++place)
            cells.push_back(place < order.size() ? keys[order[place]] + ' ' +
                                                       columnNumber(row[order[place]], decimals)
                                                 : "");
        bars.push_back(order.empty() ? "" : bar(row[order[0]], largest, drawing, 12));
    }
    return withBars(rows, bars);
}

/// "“are” against “is” at token 6".
std::string questionOf(const service::Values& target) {
    std::string text = "“" + shown(target.text("name")) + "”";
    if (target.has("minusName")) text += " against “" + shown(target.text("minusName")) + "”";
    if (target.has("position")) text += " at token " + numberText(target.whole("position"));
    return text + " (" + shown(target.text("kind")) + ")";
}

}  // namespace

Result<std::string> methodTable(std::string_view json, Drawing drawing) {
    const auto tree = service::treeOf(json);
    if (!tree) return std::unexpected(tree.error());
    const service::Values answer(*tree, Tree::root);
    std::vector<std::string> keys = textsAt(*tree, tree->find(Tree::root, "tokens"));
    const auto queryTexts = textsAt(*tree, tree->find(Tree::root, "queries"));
    const std::vector<std::string>& queries = queryTexts.empty() ? keys : queryTexts;
    std::string head = shown(answer.text("method"));
    NodeId holder = Tree::root;
    if (const NodeId layers = tree->find(Tree::root, "layers"); layers != io::none) {
        const auto list = tree->children(layers);
        if (list.empty()) return std::string(json);
        holder = list.back();
    }
    const std::vector<double> values = numbersAt(*tree, tree->find(holder, "values"));
    if (const NodeId layer = tree->find(holder, "layer"); layer != io::none)
        head += ", layer " + numberText(static_cast<int>(tree->number(layer)));
    const NodeId chosen = tree->find(Tree::root, "output", "tokens");
    if (const auto tokens = numbersAt(*tree, chosen);
        tokens.size() == 1 && tokens[0] >= 0 &&
        static_cast<std::size_t>(tokens[0]) < queries.size())
        head += ", of " + queries[static_cast<std::size_t>(tokens[0])] + " (" +
                numberText(static_cast<int>(tokens[0])) + ")";
    head += "; all layers: --json\n\n";
    if (!keys.empty() && values.size() == keys.size()) return head + oneRow(keys, values, drawing);
    if (!keys.empty() && values.size() == keys.size() * queries.size())
        return head + manyRows(queries, keys, values, drawing);
    // Results on two texts are printed as in a pipe, but escaped.
    return withoutEscapes(json);
}

Result<std::string> askAnswerTable(std::string_view json, Drawing drawing) {
    const auto tree = service::treeOf(json);
    // Several answers are one JSON value per line.
    if (!tree || tree->find(Tree::root, "scores") == io::none) return withoutEscapes(json);
    const service::Values answer(*tree, Tree::root);
    const double value = answer.real("value");
    std::string text = questionOf(answer.object("target")) + ": " + columnNumber(value, 3) + '\n';
    Rows rows{{"cut", "value", "change"}};
    std::vector<double> changes;
    for (const service::Values& cut : answer.list("cuts")) {
        changes.push_back(cut.real("value") - value);
        rows.push_back({shown(cut.text("cut")), columnNumber(cut.real("value"), 3),
                        columnNumber(changes.back(), 3)});
    }
    if (!changes.empty()) {
        std::vector<std::string> bars{""};
        for (const double change : changes)
            bars.push_back(bar(change, largestOf(changes), drawing));
        text += '\n' + withBars(rows, bars);
    }
    const std::vector<std::string> tokens = textsAt(*tree, tree->find(Tree::root, "tokens"));
    std::vector<std::string> tests;
    for (const service::Values& test : answer.list("tests")) tests.push_back(test.text("name"));
    rows = {{"", "token"}};
    for (const std::string& token : tokens) rows.push_back({numberText(rows.size() - 1), token});
    std::vector<std::string> bars;
    for (const NodeId score : tree->children(tree->find(Tree::root, "scores"))) {
        std::vector<double> values = numbersAt(*tree, score);
        if (values.size() != tokens.size()) continue;
        const std::string name(tree->key(score));
        // A test's score is the value without the token. The table shows the loss.
        const bool isTest = std::ranges::find(tests, name) != tests.end();
        if (isTest)
            for (double& one : values) one = value - one;
        const double largest = largestOf(values);
        rows[0].push_back(isTest ? "lost without it (" + shown(name) + ")" : shown(name));
        for (std::size_t i = 0; i < values.size(); ++i)
            rows[i + 1].push_back(columnNumber(values[i], decimalsFor(largest)));
        if (!bars.empty()) continue;
        bars.emplace_back();
        for (const double one : values) bars.push_back(bar(one, largest, drawing));
    }
    if (!bars.empty()) text += '\n' + withBars(rows, bars);
    const std::string sentence = answer.text("sentence");
    return text + (sentence.empty() ? "" : '\n' + onOneLine(sentence) + '\n');
}

Result<std::string> tokenTable(std::string_view json, Drawing) {
    std::string text;
    for (std::size_t at = 0; at < json.size();) {
        const std::size_t end = std::min(json.find('\n', at), json.size());
        const auto tree = service::treeOf(json.substr(at, end - at));
        if (!tree) return std::unexpected(tree.error());
        at = end + 1;
        const auto ids = numbersAt(*tree, tree->find(Tree::root, "ids"));
        const auto tokens = textsAt(*tree, tree->find(Tree::root, "tokens"));
        const auto offsets = numbersAt(*tree, tree->find(Tree::root, "offsets"));
        const auto special = numbersAt(*tree, tree->find(Tree::root, "special"));
        Rows rows{{"", "token", "id", "characters", ""}};
        for (std::size_t i = 0; i < tokens.size(); ++i)
            rows.push_back({numberText(i), tokens[i], numberText(ids[i]),
                            numberText(offsets[2 * i]) + "–" + numberText(offsets[2 * i + 1]),
                            special[i] != 0 ? "special" : ""});
        text += (text.empty() ? "" : "\n") + rightAligned(rows);
    }
    return text;
}

}  // namespace hw::cli
