// SPDX-License-Identifier: MIT
#include "cli/batch/why/why_table.h"

#include <algorithm>
#include <array>
#include <optional>

#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/json_line.h"
#include "cli/output/table_numbers.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "core/statistics/mean_tests.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

constexpr std::int64_t mostWords = 1 << 24;

/// The word of a key that may be null, false for other values.
bool readPlace(const io::Tree& tree, io::NodeId node, std::int64_t& place) {
    if (tree.is(node, io::Kind::null)) return true;
    if (!tree.is(node, io::Kind::number)) return false;
    const auto found = wholeOf(tree.number(node), 0, mostWords);
    place = found.value_or(-1);
    return found.has_value();
}

/// Adds a text. False if this is not a line of batch why.
bool addLine(std::string_view text, WhyTable& table) {
    const auto tree = readJson(text);
    if (!tree) return false;
    ObjectReader line(*tree, io::Tree::root);
    const std::vector<std::int64_t> known = line.wholes("known", 0, mostWords);
    const auto votes = static_cast<int>(line.whole("votes", 0, 3));
    const std::string by = line.text("by");
    const std::string test = line.text("test");
    const io::NodeId chance = tree->find(io::Tree::root, "chance");
    const io::NodeId first = tree->find(io::Tree::root, "first");
    std::int64_t named = -1;
    if (!line.isGood() || !tree->is(chance, io::Kind::number) ||
        !tree->is(first, io::Kind::object) ||
        !readPlace(*tree, tree->find(io::Tree::root, "named"), named) ||
        (table.texts > 0 && (by != table.by || test != table.test)))
        return false;
    table.by = by;
    table.test = test;
    ++table.texts;
    table.chance += tree->number(chance);
    const auto count = [&](model::NamingRate& rate, std::int64_t place) {
        ++rate.texts;
        if (std::ranges::find(known, place) != known.end()) ++rate.right;
    };
    for (const io::NodeId method : tree->children(first)) {
        std::int64_t place = -1;
        if (!readPlace(*tree, method, place)) return false;
        const std::string name(tree->key(method));
        auto row = std::ranges::find(table.methods, name,
                                     &std::pair<std::string, model::NamingRate>::first);
        if (row == table.methods.end())
            row = table.methods.insert(row, {name, model::NamingRate()});
        count(row->second, place);
    }
    const io::NodeId answer = tree->find(io::Tree::root, "probability");
    if (tree->is(answer, io::Kind::number)) table.answers.push_back(tree->number(answer));
    if (votes == 1)
        ++table.apart;
    else if (votes > 1)
        count(votes == 2 ? table.rule.two : table.rule.three, named);
    else if (named >= 0)
        count(table.rule.half, named);
    else
        ++table.unnamed;
    return true;
}

/// How the rule of why names a word, in files and in the table.
struct RuleRow {
    std::string_view key;
    const char* words;
    model::NamingRate rate;
};
std::array<RuleRow, 3> ruleRows(const model::NamingRates& rule) {
    return {{{"three", "three tests agree", rule.three},
             {"two", "two of three agree", rule.two},
             {"half", "it takes half of the lead", rule.half}}};
}

std::vector<std::string> cellsOf(std::string name, const model::NamingRate& rate) {
    const MeanInterval share = shareInterval(rate.right, rate.texts);
    return {std::move(name), numberText(rate.right) + " of " + numberText(rate.texts),
            columnNumber(share.mean, 2),
            columnNumber(share.low, 2) + " to " + columnNumber(share.high, 2)};
}

void writeRate(JsonWriter& json, const model::NamingRate& rate) {
    const MeanInterval share = shareInterval(rate.right, rate.texts);
    json.field("right", rate.right)
        .field("texts", rate.texts)
        .field("share", share.mean)
        .field("low", share.low)
        .field("high", share.high);
}

}  // namespace

Result<WhyTable> readWhys(const std::string& folder) {
    auto source = ByteSource::openOutput(folder + "/results.jsonl");
    if (!source) return std::unexpected(source.error());
    LineReader reader(std::move(*source));
    WhyTable table;
    std::string text;
    for (;;) {
        const auto more = reader.next(text, longestRecordLine);
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
        if (!addLine(text, table))
            return refusal(Code::notRecognised, folder,
                           "Line " + numberText(table.texts + 1) +
                               " of its results.jsonl was not written by batch why.",
                           "Start again in an empty folder.");
    }
    if (table.texts > 0) table.chance /= table.texts;
    std::ranges::sort(table.answers);
    // One in twenty may be less likely. Lines from before this field have no probability.
    if (std::ssize(table.answers) == table.texts && table.texts > 0)
        table.rule.likely = table.answers[table.answers.size() / 20];
    return table;
}

std::string whyTableText(const WhyTable& table) {
    if (table.texts == 0) return "There are no texts with known words.\n";
    std::vector<std::vector<std::string>> rows{
        {"puts a known word first", "texts", "share", "95 %"}};
    for (const auto& [method, rate] : table.methods) rows.push_back(cellsOf(method, rate));
    std::string text = numberText(table.texts) + (table.texts == 1 ? " text" : " texts") +
                       " whose deciding words are known, by " + table.by +
                       ". By chance a known word comes first in " + columnNumber(table.chance, 2) +
                       " of them.\n\n" + rightAligned(rows);
    rows = {{"why names a word", "right", "share", "95 %"}};
    for (const auto& [key, words, rate] : ruleRows(table.rule))
        if (rate.texts > 0) rows.push_back(cellsOf(words, rate));
    if (table.apart + table.unnamed > 0)
        rows.push_back({"none is named", numberText(table.apart + table.unnamed), "", ""});
    text += '\n' + rightAligned(rows);
    if (table.rule.likely > 0)
        text += "\n19 of 20 answers have a probability of at least " +
                columnNumber(table.rule.likely, 2) + ".\n";
    return text;
}

std::string whyTableJson(const WhyTable& table, std::string_view mark) {
    JsonWriter json;
    json.beginObject()
        .field("format", "headwaters-why/1")
        .field("mark", mark)
        .field("texts", table.texts)
        .field("by", table.by)
        .field("test", table.test)
        .field("chance", table.chance)
        .field("level", intervalLevel)
        .key("methods")
        .beginArray();
    for (const auto& [method, rate] : table.methods) {
        json.beginObject().field("method", method);
        writeRate(json, rate);
        json.endObject();
    }
    json.endArray().key("rule").beginObject();
    for (const auto& [key, words, rate] : ruleRows(table.rule)) {
        json.key(key).beginObject();
        writeRate(json, rate);
        json.endObject();
    }
    if (table.rule.likely > 0) json.field("answer_probability", table.rule.likely);
    json.endObject().field("apart", table.apart).field("unnamed", table.unnamed);
    return json.endObject().take() + '\n';
}

}  // namespace hw::cli
