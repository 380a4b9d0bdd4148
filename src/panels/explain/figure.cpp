// SPDX-License-Identifier: MIT
#include <algorithm>

#include "figure/cells.h"
#include "page/models/number_phrases.h"
#include "panels/explain/model.h"
#include "panels/figures.h"
#include "panels/flow/figure.h"

namespace hw::figure {
namespace {

const TextStyle words{.size = 10.5F};
const TextStyle quiet{.size = 10.5F, .colour = muted};
float heightOfRow(const Svg& svg) { return svg.isPrint() ? 14.0F : 18.0F; }

/// Names at the left, then numbers, in columns with given right ends.
class Table {
public:
    Table(Svg& svg, float top, float nameWidth, float numberWidth)
        : svg_(svg), y_(top), name_(nameWidth), number_(numberWidth), row_(heightOfRow(svg)) {}
    void row(std::string_view label, const std::vector<std::string>& cells,
             const TextStyle& style) {
        svg_.text(svg_.edge(), y_ + row_ / 2, svg_.cut(label, name_ - 8, style), style);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            TextStyle number = style;
            number.mono = &style != &quietHead;
            number.anchor = Anchor::end;
            svg_.text(right(i), y_ + row_ / 2, svg_.cut(cells[i], number_ - 8, number), number);
        }
        y_ += row_;
    }
    void head(std::string_view label, const std::vector<std::string>& cells) {
        // Headings take two lines in narrow columns.
        std::vector<std::string> above(cells.size());
        std::vector<std::string> below(cells);
        bool isTall = false;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (svg_.width(cells[i], quietHead) <= number_ - 8) continue;
            // Breaks at the space for which the longer line is shortest.
            float shortest = svg_.width(cells[i], quietHead);
            for (std::size_t at = cells[i].find(' '); at != std::string::npos;
                 at = cells[i].find(' ', at + 1)) {
                const std::string first = cells[i].substr(0, at);
                const std::string second = cells[i].substr(at + 1);
                const float longer =
                    std::max(svg_.width(first, quietHead), svg_.width(second, quietHead));
                if (longer >= shortest) continue;
                shortest = longer;
                above[i] = first;
                below[i] = second;
                isTall = true;
            }
        }
        if (isTall) {
            row("", above, quietHead);
            y_ -= 5;
        }
        row(label, below, quietHead);
        line(cells.size());
    }
    void line(std::size_t columns) {
        svg_.line(svg_.edge(), y_, std::min(right(columns - 1) + 4, svg_.right()), y_, rule);
        y_ += 2;
    }
    void bar(float share, bool negative) {
        const float left = right(2) + 16;
        const float most = svg_.right() - left;
        if (most < 20) return;  // a narrow sheet has only the numbers
        svg_.rect(left, y_ - 0.72F * row_, std::max(most * share, 0.75F), 0.44F * row_,
                  negative ? negativeInk : "#4f83b5");
    }
    float bottom() const { return y_; }

private:
    float right(std::size_t column) const {
        return svg_.edge() + name_ + number_ * static_cast<float>(column + 1);
    }
    inline static const TextStyle quietHead{.size = 9.5F, .colour = muted};
    Svg& svg_;
    float y_, name_, number_, row_;
};

float drawTerms(Svg& svg, const ExplainModel& model, float top) {
    if (model.terms.empty()) return 0;
    const float room = svg.inner();
    Table table(svg, top, std::min(170.0F, 0.25F * room), std::min(118.0F, 0.25F * room));
    table.head(model.columns[0], {model.columns.begin() + 1, model.columns.end()});
    for (const ExplainedTerm& term : model.terms) {
        table.row(term.label, {term.weight.text, term.factor.text, term.product.text}, words);
        table.bar(term.share, term.product.value < 0);
    }
    for (const ExplainedLine& line : model.more) table.row(line.label, {"", "", line.text}, quiet);
    table.line(3);
    table.row("total"_tr, {"", "", model.value}, {.size = 10.5F, .strong = true});
    return table.bottom() - top;
}

float drawLines(Svg& svg, const std::vector<ExplainedLine>& lines, float top) {
    const float row = heightOfRow(svg);
    float y = top;
    for (const ExplainedLine& line : lines) {
        TextStyle number = words;
        number.mono = true;
        number.anchor = Anchor::end;
        const float end = std::min(560.0F, svg.inner());
        svg.text(svg.edge() + end, y + row / 2, line.text, number);
        const float room = std::min(480.0F, end - numberWidth(svg, line.text, number) - 12);
        y += std::max(svg.block(svg.edge(), y + 2, room, line.label, words) + 4, row);
    }
    return y - top;
}

float drawFlow(Svg& svg, const ExplainModel& model, float top) {
    float y = top;
    if (!model.graph.rows.empty()) y += drawGraphFigure(svg, model.graph, "", y);
    if (model.edges.empty()) return y - top;
    const float room = svg.inner();
    const bool isNarrow = svg.isNarrow();
    Table table(svg, y + 8, std::min(300.0F, (isNarrow ? 0.54F : 0.43F) * room),
                std::min(112.0F, (isNarrow ? 0.15F : 0.19F) * room));
    table.head(model.edgesHeading, {"can carry"_tr, "carries"_tr, "has left"_tr});
    for (const ExplainedEdge& edge : model.edges) {
        const auto text = [&](double value) { return shownNumber(value, model.decimals); };
        table.row(edge.takesBack ? formatText("{}, takes back"_tr, {edge.label}) : edge.label,
                  {text(edge.capacity), text(edge.amount),
                   text(std::max(edge.capacity - edge.amount, 0.0))},
                  words);
    }
    return table.bottom() - top;
}

/// The listed paths. In a column of a page the three largest, with the others in the last line.
std::vector<ExplainedLine> listedWays(const Svg& svg, const ExplainModel& model) {
    constexpr std::size_t most = 3;
    std::vector<ExplainedLine> ways = model.ways;
    if (!svg.isPrint() || !svg.isNarrow() || ways.size() <= most + 1) return ways;
    double rest = 0;
    for (std::size_t i = most; i < ways.size(); ++i) rest += ways[i].value;
    ways.resize(most);
    const std::string number =
        rest < 0 ? signedNumber(rest, model.decimals) : shownNumber(rest, model.decimals);
    ways.push_back({"all other paths combined"_tr, number, "", rest});
    return ways;
}

void draw(Sheet& on) {
    const ExplainModel model = explainModel(on.state, on.results);
    on.heading(model.title);
    if (!model.standing.text.empty()) {
        on.y += on.svg.block(on.svg.edge(), on.y, on.svg.inner(), model.standing.why(), quiet);
        return;
    }
    on.y += on.svg.block(on.svg.edge(), on.y, on.svg.column(), model.lead, words) + 8;
    if (!model.note.empty())
        on.y += on.svg.block(on.svg.edge(), on.y, on.svg.column(), model.note, quiet) + 8;
    if (model.isFlow) {
        on.y += drawFlow(on.svg, model, on.y);
        return;
    }
    on.y += drawTerms(on.svg, model, on.y);
    on.y += drawLines(on.svg, model.steps, on.y);
    if (model.ways.empty()) return;
    on.y += 6;
    on.y += on.svg.block(on.svg.edge(), on.y, on.svg.column(), model.waysHeading,
                         {.size = 10.5F, .strong = true}) +
            4;
    on.y += drawLines(on.svg, listedWays(on.svg, model), on.y);
}

std::vector<Query> asked(const AppState& state, ResultStore& results) {
    std::vector<Query> queries = profileAlone(state, results);
    queries.push_back(explainQuery(state, explainedKey(state, results)));
    return queries;
}

/// {"title", "lead", "table": {"columns", "rows"}} with all listed numbers.
void writeNumbers(JsonWriter& json, const AppState& state, ResultStore& results) {
    const ExplainModel model = explainModel(state, results);
    json.beginObject().field("title", model.title);
    json.field("caption", model.standing.text.empty() ? model.lead : model.standing.text);
    json.key("table").beginObject().key("columns").beginArray();
    const auto columns = [&](std::initializer_list<const char*> names) {
        for (const char* name : names) json.value(name);
        json.endArray().key("rows").beginArray();
    };
    if (model.isFlow) {
        columns({"edge", "capacity", "flow"});
        for (const ExplainedEdge& each : model.edges)
            json.beginArray().value(each.label).value(each.capacity).value(each.amount).endArray();
    } else if (!model.steps.empty()) {
        columns({"step", "value"});
        for (const ExplainedLine& line : model.steps)
            json.beginArray().value(line.label).value(line.value).endArray();
    } else {
        columns({"term", "weight", "factor", "value"});
        for (const ExplainedTerm& term : model.terms) {
            json.beginArray().value(term.label).value(term.weight.value);
            json.value(term.factor.value).value(term.product.value).endArray();
        }
        for (const ExplainedLine& line : model.more) {
            json.beginArray().value(line.label);
            json.null().null().value(line.value).endArray();
        }
    }
    json.endArray().endObject().endObject();
}

constexpr FigureSpec rows[] = {{.name = "explain",
                                .subject = FigureSubject::layer,
                                .queries = asked,
                                .draw = draw,
                                .numbers = writeNumbers,
                                .namesTitle = true}};

}  // namespace

constinit const FigureList explainFigures = rows;

}  // namespace hw::figure
