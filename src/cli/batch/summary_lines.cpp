// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <utility>

#include "cli/batch/input/json_line.h"
#include "cli/batch/summary.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

constexpr std::pair<const char*, double HeadStatistics::*> members[] = {
    {"entropy", &HeadStatistics::entropy},
    {"meanDistance", &HeadStatistics::meanDistance},
    {"specialShare", &HeadStatistics::specialShare},
};

void writeRows(JsonWriter& json, const char* key, const std::vector<std::vector<double>>& rows) {
    json.key(key).beginArray();
    for (const std::vector<double>& row : rows) {
        json.beginArray();
        for (const double value : row) json.value(value);
        json.endArray();
    }
    json.endArray();
}

void writeShares(JsonWriter& json, const RolloutShares& shares) {
    writeRows(json, "output", shares.output);
    writeRows(json, "all", shares.all);
}

/// A row of numbers, null among them, however few of them are numbers.
std::vector<double> rowAt(const io::Tree& tree, io::NodeId node) {
    if (tree.is(node, io::Kind::numbers)) return tree.doubles(node);
    std::vector<double> row;
    if (!tree.is(node, io::Kind::array)) return row;
    for (const io::NodeId child : tree.children(node))
        row.push_back(tree.is(child, io::Kind::number) ? tree.number(child) : nothing);
    return row;
}

std::vector<std::vector<double>> rowsAt(const io::Tree& tree, io::NodeId object,
                                        std::string_view key) {
    const io::NodeId node = tree.find(object, key);
    std::vector<std::vector<double>> rows;
    if (tree.is(node, io::Kind::array)) {
        for (const io::NodeId child : tree.children(node)) rows.push_back(rowAt(tree, child));
        return rows;
    }
    if (!tree.is(node, io::Kind::numbers) || tree.shape(node).rank != 2) return rows;
    const std::vector<double> values = tree.doubles(node);
    const std::size_t width = tree.shape(node)[1];
    for (std::size_t at = 0; at < values.size(); at += width)
        rows.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(at),
                          values.begin() + static_cast<std::ptrdiff_t>(at + width));
    return rows;
}

RolloutShares sharesAt(const io::Tree& tree, io::NodeId node) {
    return {rowsAt(tree, node, "output"), rowsAt(tree, node, "all")};
}

std::vector<LayerScores> readScores(const io::Tree& tree, io::NodeId tables) {
    std::vector<LayerScores> scores;
    if (!tree.is(tables, io::Kind::object)) return scores;
    for (const io::NodeId table : tree.children(tables)) {
        for (const io::NodeId row : tree.children(table)) {
            const auto method = fromName<Method>(tree.key(row));
            if (!method) continue;
            LayerScores read{std::string(tree.key(table)), *method, -1, {}};
            for (const io::NodeId cell : tree.children(row)) {
                const io::NodeId value = tree.find(cell, "correlation");
                read.layers.push_back(tree.is(value, io::Kind::number) ? tree.number(value)
                                                                       : nothing);
                if (read.firstLayer < 0)
                    read.firstLayer = static_cast<int>(numberAt(tree, cell, "layer")) - 1;
            }
            scores.push_back(std::move(read));
        }
    }
    return scores;
}

}  // namespace

std::string summaryJson(const Summary& summary) {
    JsonWriter json;
    json.beginObject().key("statistics").beginObject();
    for (const auto& [name, member] : members) {
        std::vector<std::vector<double>> rows;
        for (std::size_t i = 0; i < summary.statistics.size(); ++i) {
            if (i % summary.heads == 0) rows.emplace_back();
            rows.back().push_back(summary.statistics[i].*member);
        }
        writeRows(json, name, rows);
    }
    json.endObject().key("rolloutByDistance").beginObject();
    writeShares(json, summary.distances);
    json.endObject().key("tokenClasses").beginArray();
    for (const ClassShares& each : summary.classes) {
        json.beginObject().field("name", each.name).array("classes", each.classes);
        json.array("tokens", each.tokens);
        writeShares(json, each.rollout);
        json.endObject();
    }
    json.endArray();
    if (!summary.scores.empty()) writeScores(json, summary.scores);
    return json.endObject().take();
}

Summary readSummary(const io::Tree& tree) {
    constexpr io::NodeId root = io::Tree::root;
    Summary summary;
    const io::NodeId statistics = tree.find(root, "statistics");
    for (const auto& [name, member] : members) {
        std::size_t at = 0;
        for (const std::vector<double>& row : rowsAt(tree, statistics, name)) {
            summary.heads = static_cast<int>(row.size());
            if (summary.statistics.size() < at + row.size())
                summary.statistics.resize(at + row.size());
            for (const double value : row) summary.statistics[at++].*member = value;
        }
    }
    summary.distances = sharesAt(tree, tree.find(root, "rolloutByDistance"));
    const io::NodeId classes = tree.find(root, "tokenClasses");
    if (tree.is(classes, io::Kind::array)) {
        for (const io::NodeId each : tree.children(classes)) {
            ClassShares shares{textAt(tree, each, "name"),
                               {},
                               rowAt(tree, tree.find(each, "tokens")),
                               sharesAt(tree, each)};
            for (const io::NodeId name : tree.children(tree.find(each, "classes")))
                shares.classes.emplace_back(tree.string(name));
            summary.classes.push_back(std::move(shares));
        }
    }
    summary.scores = readScores(tree, tree.find(root, "importance"));
    return summary;
}

}  // namespace hw::cli
