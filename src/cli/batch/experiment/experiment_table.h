// SPDX-License-Identifier: MIT
// batch experiment: the table over all texts, from DIR/results.jsonl.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "core/problem.h"
#include "core/statistics/mean_tests.h"

namespace hw::cli {

inline constexpr std::string_view experimentNames[] = {"experiment.txt", "experiment.json",
                                                       "experiment.csv"};

/// How much the value changes when the first k units are cut, a method's and random ones.
struct CurvePoint {
    int count = 0;
    MeanInterval ranked;
    MeanInterval random;
};

struct MethodCurve {
    std::string method;
    MeanInterval
        area;  ///< mean over the counts of (random - ranked). Above 0, the method finds important units
    SignFlips test;   ///< tests the areas against 0
    double holm = 1;  ///< p, adjusted for all methods. NaN for the control
    std::vector<CurvePoint> points;
};

struct MethodPair {
    std::string first;
    std::string second;
    MeanInterval difference;  ///< of the areas
    SignFlips test;
    double holm = 1;  ///< p, adjusted for all pairs
};

struct ExperimentTable {
    int examples = 0;
    int clusters = 0;  ///< observations, where a cluster's texts count as one
    std::vector<MethodCurve> methods;
    std::vector<MethodPair> pairs;
};

/// Reads the output of experimentJson, one line per example. Errors: cannotRead; notRecognised for a line that anybody
/// changed.
Result<ExperimentTable> readExperiments(const std::string& folder, const BatchOptions& options);

std::string experimentText(const ExperimentTable& table, const BatchOptions& options);
std::string experimentTableJson(const ExperimentTable& table, const BatchOptions& options);
/// A line per number, with the columns: of what, method, other method, k, examples, mean, low, high, p, flips, Holm's
/// p.
std::string experimentCsv(const ExperimentTable& table, CsvCells cells);

}  // namespace hw::cli
