// SPDX-License-Identifier: MIT
#include "cli/batch/experiment/experiment_table.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "cli/batch/experiment/experiment_options.h"
#include "cli/batch/input/byte_source.h"
#include "cli/batch/input/json_line.h"
#include "core/number_text.h"

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
    std::vector<int> counts;
    std::vector<Curve> curves;  ///< one a method
};

std::optional<Line> readLine(std::string_view text, const std::vector<std::string>& methods) {
    const auto tree = readJson(text);
    if (!tree) return std::nullopt;
    WrittenObject object(*tree, io::Tree::root);
    Line line;
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

/// All numbers as columns with one for each text, so that they are resampled together.
class Columns {
public:
    Columns(const std::vector<Line>& lines, std::size_t methods) : lines_(lines) {
        for (const Line& line : lines) {
            for (const int count : line.counts)
                if (std::ranges::find(counts_, count) == counts_.end()) counts_.push_back(count);
        }
        std::ranges::sort(counts_);
        for (std::size_t method = 0; method < methods; ++method) addMethod(method);
        for (std::size_t a = 0; a < methods; ++a)
            for (std::size_t b = a + 1; b < methods; ++b)
                add([&](const Line& line) { return line.curves[a].area - line.curves[b].area; });
    }

    const std::vector<int>& counts() const { return counts_; }
    const std::vector<std::vector<double>>& all() const { return columns_; }

private:
    void addMethod(std::size_t method) {
        add([&](const Line& line) { return line.curves[method].area; });
        for (const int count : counts_)
            for (const auto member : {&Curve::ranked, &Curve::random})
                add([&](const Line& line) {
                    const auto at = std::ranges::find(line.counts, count) - line.counts.begin();
                    return std::cmp_less(at, line.counts.size())
                               ? (line.curves[method].*member)[static_cast<std::size_t>(at)]
                               : nothing;
                });
    }
    template <class Number>
    void add(const Number& number) {
        std::vector<double>& column = columns_.emplace_back();
        for (const Line& line : lines_) column.push_back(number(line));
    }

    const std::vector<Line>& lines_;
    std::vector<int> counts_;
    std::vector<std::vector<double>> columns_;
};

ExperimentTable tableOf(const std::vector<Line>& lines, const std::vector<std::string>& methods,
                        const ExperimentWish& wish) {
    const auto seed = static_cast<std::uint32_t>(wish.seed);
    const Columns columns(lines, methods.size());
    const auto means = bootstrapMeans(columns.all(), {.resamples = wish.resamples, .seed = seed});
    ExperimentTable table;
    table.examples = static_cast<int>(lines.size());
    std::size_t at = 0;
    for (const std::string& method : methods) {
        MethodCurve curve{method, means[at], signFlipTest(columns.all()[at], seed), {}};
        ++at;
        for (const int count : columns.counts()) {
            curve.points.push_back({count, means[at], means[at + 1]});
            at += 2;
        }
        table.methods.push_back(std::move(curve));
    }
    std::vector<double> p;
    for (std::size_t a = 0; a < methods.size(); ++a)
        for (std::size_t b = a + 1; b < methods.size(); ++b, ++at) {
            table.pairs.push_back(
                {methods[a], methods[b], means[at], signFlipTest(columns.all()[at], seed)});
            p.push_back(table.pairs.back().test.p);
        }
    const std::vector<double> holm = holmAdjusted(p);
    for (std::size_t i = 0; i < holm.size(); ++i) table.pairs[i].holm = holm[i];
    return table;
}

}  // namespace

Result<ExperimentTable> readExperiments(const std::string& folder, const Options& options) {
    const std::vector<std::string> methods = methodsOf(options.batch.experiment);
    auto source = ByteSource::openWritten(folder + "/results.jsonl");
    if (!source) return std::unexpected(source.error());
    LineReader reader(std::move(*source));
    std::vector<Line> lines;
    std::string text;
    for (;;) {
        const auto more = reader.next(text, longestRecordLine);
        if (!more) return std::unexpected(more.error());
        if (!*more) break;
        auto line = readLine(text, methods);
        if (!line)
            return std::unexpected(
                Problem{.code = Code::notRecognised,
                        .place = folder,
                        .finding = "Line " + numberText(lines.size() + 1) +
                                   " of its results.jsonl is not what batch experiment writes.",
                        .remedy = "Begin anew in an empty folder.",
                        .byte = {}});
        lines.push_back(std::move(*line));
    }
    return tableOf(lines, methods, options.batch.experiment);
}

}  // namespace hw::cli
