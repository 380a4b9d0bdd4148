// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/experiment_table.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "cli/batch/experiment/experiment_options.h"
#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/json_line.h"
#include "core/number_text.h"
#include "core/refusal.h"

namespace hw::cli {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double mostValue = 1e30;
constexpr int mostUnits = 65536;

/// One method on one text: what cutting its first k units adds to the value.
struct Curve {
    std::vector<double> ranked;
    std::vector<double> random;
    double area = nothing;
};

/// One text.
struct Line {
    std::string cluster;
    std::vector<int> counts;
    std::vector<Curve> curves;  ///< one a method
};

bool hasMethod(std::string_view text, std::string_view method) {
    const auto tree = readJson(text);
    if (!tree) return false;
    const io::NodeId all = tree->find(io::Tree::root, "methods");
    return all != io::none && tree->find(all, method) != io::none;
}

std::optional<Line> readLine(std::string_view text, const std::vector<std::string>& methods) {
    const auto tree = readJson(text);
    if (!tree) return std::nullopt;
    WrittenObject object(*tree, io::Tree::root);
    Line line;
    if (object.has("cluster")) line.cluster = object.text("cluster");
    for (const std::int64_t count : object.wholes("counts", 1, mostUnits))
        line.counts.push_back(static_cast<int>(count));
    const io::NodeId value = tree->find(io::Tree::root, "value");
    const io::NodeId all = tree->find(io::Tree::root, "methods");
    if (!object.isGood() || value == io::none || !tree->is(value, io::Kind::number) ||
        all == io::none || !std::ranges::is_sorted(line.counts, std::ranges::less_equal()))
        return std::nullopt;
    const double uncut = tree->number(value);
    for (const std::string& method : methods) {
        const io::NodeId node = tree->find(all, method);
        if (node == io::none) return std::nullopt;
        WrittenObject own(*tree, node);
        Curve curve{own.numbers("values", mostValue), own.numbers("random", mostValue), nothing};
        if (!own.isGood() || curve.ranked.size() != line.counts.size() ||
            curve.random.size() != line.counts.size())
            return std::nullopt;
        double area = 0;
        for (std::size_t i = 0; i < line.counts.size(); ++i) {
            area += curve.random[i] - curve.ranked[i];
            curve.ranked[i] -= uncut;
            curve.random[i] -= uncut;
        }
        if (!line.counts.empty()) curve.area = area / static_cast<double>(line.counts.size());
        line.curves.push_back(std::move(curve));
    }
    return line;
}

std::vector<int> countsOf(const std::vector<Line>& lines) {
    std::vector<int> counts;
    for (const Line& line : lines)
        for (const int count : line.counts)
            if (std::ranges::find(counts, count) == counts.end()) counts.push_back(count);
    std::ranges::sort(counts);
    return counts;
}

/// Makes the table's numbers, each from one number per text.
class Table {
public:
    Table(const std::vector<Line>& lines, int seed)
        : lines_(lines), seed_(static_cast<std::uint32_t>(seed)) {
        for (const Line& line : lines) clusters_.add(line.cluster);
    }

    ExperimentTable of(const std::vector<std::string>& methods) const {
        ExperimentTable table;
        table.examples = static_cast<int>(lines_.size());
        table.clusters = clusters_.count();
        const std::vector<int> counts = countsOf(lines_);
        for (std::size_t at = 0; at < methods.size(); ++at)
            table.methods.push_back(curveOf(methods[at], at, counts));
        std::vector<double> p;
        for (const MethodCurve& curve : table.methods)
            p.push_back(curve.method == nearestFirst ? nothing : curve.test.p);
        const std::vector<double> holm = holmAdjusted(p);
        for (std::size_t i = 0; i < holm.size(); ++i) table.methods[i].holm = holm[i];
        addPairs(table);
        return table;
    }

private:
    MethodCurve curveOf(const std::string& method, std::size_t at,
                        const std::vector<int>& counts) const {
        const auto areas = each([&](const Line& line) { return line.curves[at].area; });
        MethodCurve curve{method, interval(areas), test(areas), nothing, {}};
        for (const int count : counts) {
            const auto valuesAt = [&](std::vector<double> Curve::* member) {
                return interval(each([&](const Line& line) {
                    const auto place = std::ranges::find(line.counts, count) - line.counts.begin();
                    return std::cmp_less(place, line.counts.size())
                               ? (line.curves[at].*member)[static_cast<std::size_t>(place)]
                               : nothing;
                }));
            };
            curve.points.push_back({count, valuesAt(&Curve::ranked), valuesAt(&Curve::random)});
        }
        return curve;
    }

    void addPairs(ExperimentTable& table) const {
        std::vector<double> p;
        for (std::size_t a = 0; a < table.methods.size(); ++a)
            for (std::size_t b = a + 1; b < table.methods.size(); ++b) {
                const auto differences = each(
                    [&](const Line& line) { return line.curves[a].area - line.curves[b].area; });
                table.pairs.push_back({table.methods[a].method, table.methods[b].method,
                                       interval(differences), test(differences)});
                p.push_back(table.pairs.back().test.p);
            }
        const std::vector<double> holm = holmAdjusted(p);
        for (std::size_t i = 0; i < holm.size(); ++i) table.pairs[i].holm = holm[i];
    }

    template <class Number>
    std::vector<double> each(const Number& number) const {
        std::vector<double> values;
        for (const Line& line : lines_) values.push_back(number(line));
        return values;
    }
    MeanInterval interval(const std::vector<double>& values) const {
        return meanInterval(values, clusters_.numbers());
    }
    SignFlips test(const std::vector<double>& values) const {
        return signFlipTest(clusterSums(values, clusters_.numbers()), seed_);
    }

    const std::vector<Line>& lines_;
    std::uint32_t seed_;
    Clusters clusters_;
};

}  // namespace

Result<ExperimentTable> readExperiments(const std::string& folder, const Options& options) {
    std::vector<std::string> methods = methodsOf(options.batch.experiment);
    auto source = ByteSource::openWritten(folder + "/results.jsonl");
    if (!source) return std::unexpected(source.error());
    LineReader reader(std::move(*source));
    std::vector<Line> lines;
    std::string text;
    for (;;) {
        const auto more = reader.next(text, longestRecordLine);
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
        // Whether there is a position to be near to depends on the model.
        if (lines.empty() && !hasMethod(text, nearestFirst)) std::erase(methods, nearestFirst);
        auto line = readLine(text, methods);
        if (!line)
            return refusal(Code::notRecognised, folder,
                           "Line " + numberText(lines.size() + 1) +
                               " of its results.jsonl is not what batch experiment writes.",
                           "Begin anew in an empty folder.");
        lines.push_back(std::move(*line));
    }
    return Table(lines, options.batch.experiment.seed).of(methods);
}

}  // namespace hw::cli
