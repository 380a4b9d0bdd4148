// SPDX-License-Identifier: MIT
// Figures drawn from a file of the references, and their contents.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "engine/engine_harness.h"
#include "figure/cells.h"
#include "holds.h"
#include "page/sample_documents.h"
#include "panels/figures.h"

namespace hw::test {

inline float sixTenths(std::string_view text, float size, bool) {
    return 0.6F * size * static_cast<float>(text.size());
}

struct Drawn {
    EngineHarness page;
    AppState state;
    ResultStore results;

    explicit Drawn(const std::string& fields, const std::string& file = "toy_agreement_keys.json") {
        const DocumentSummary document = page.openReference(file);
        open(state, document, sample, "v=1&sample=agreement-keys&" + fields);
    }
    /// Opens another file in its place, with `fields` as in a link.
    void openText(const std::string& text, const std::string& fields = "") {
        page.open(text, 2);
        open(state, page.last<wire::Opened>()->document, local, fields);
    }
    std::string svg(std::string_view name) {
        // Twice, because for a flow the second request depends on the first answer.
        for (int round = 0; round < 2; ++round) {
            for (const Query& query : figure::figureQueries(state, results, name)) {
                if (results.find(query) == nullptr) results.put(page.ask(query));
            }
        }
        return figure::figureSvg(state, results, name, sixTenths);
    }
};

/// The text between two marks, for each place of the first mark. `text` is left after the last one.
inline std::vector<std::string> between(const std::string& text, const std::string& first,
                                        const std::string& second) {
    std::vector<std::string> parts;
    for (std::size_t at = text.find(first); at != std::string::npos; at = text.find(first, at)) {
        at += first.size();
        parts.push_back(text.substr(at, text.find(second, at) - at));
    }
    return parts;
}

using Cells = std::map<std::pair<int, int>, std::string>;

/// The colours of a figure's groups of cells, by row and column, read back from its paths.
inline std::vector<Cells> cellsOf(const std::string& svg) {
    std::vector<Cells> groups;
    for (const std::string& group : between(svg, "<g class=\"cells\"", "</g>")) {
        Cells& cells = groups.emplace_back();
        for (const std::string& path : between(group, "<path fill=\"", "/>")) {
            for (const std::string& run : between(path, "M", "v1")) {
                int col = 0;
                int row = 0;
                int length = 0;
                REQUIRE(std::sscanf(run.c_str(), "%d %dh%d", &col, &row, &length) == 3);
                for (int i = 0; i < length; ++i) cells[{row, col + i}] = path.substr(0, 7);
            }
        }
    }
    return groups;
}

/// Two colours that differ by no more than the rounding of a channel.
inline bool alike(const std::string& a, const std::string& b) {
    const auto channels = [](const std::string& hex) {
        return std::strtol(hex.c_str() + 1, nullptr, 16);
    };
    for (const int shift : {0, 8, 16}) {
        if (std::abs(((channels(a) >> shift) & 255) - ((channels(b) >> shift) & 255)) > 1)
            return false;
    }
    return true;
}

inline std::string colourOf(double value, double scale) {
    const figure::Scale ramp{Ramp::blues, static_cast<float>(scale)};
    return figure::hexColour(figure::cellColour(ramp, static_cast<float>(value)));
}

/// The last row of a table of the reference for the sample agreement-keys, which has 11 tokens.
inline std::vector<double> lastRow(const std::string& key) {
    const std::vector<double> rows =
        referenceNumbers(reference("toy_agreement_keys.expected.json"), key);
    return {rows.end() - 11, rows.end()};
}

}  // namespace hw::test
