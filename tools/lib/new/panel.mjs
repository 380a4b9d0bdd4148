// A panel, with its folder of three rows, its name in the table and in the API, its test.
import { head } from './names.mjs';

/** @param {import('./names.mjs').Names} names */
const about = ({ camel, label }) => `// SPDX-License-Identifier: MIT
#pragma once

#include "page/models/about_text.h"

namespace hw {

inline constexpr AboutText ${camel}About{
    "${label}"_tr,
    "Each input token with its number after the present layer, by the chosen method."_tr,
    "It is one layer; Evolution shows all of them."_tr};

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const model = ({ camel, type, label }) => `${head(`${label}: what the view, its text version and its figure show.`)}#pragma once

#include <string>
#include <vector>

#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/state/app_state.h"

namespace hw {

struct ${type}Row {
    std::string label;
    double value = 0;  ///< NaN: not known
    std::string text;  ///< of the value
};

struct ${type}Model {
    std::string title;
    Standing standing;  ///< its text is shown in place of rows
    std::vector<${type}Row> rows;
};

/// A row for each input token that is shown. O(tokens).
${type}Model ${camel}Model(const AppState& state, ResultStore& results);

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const modelSource = ({ camel, type, name, label }) => `// SPDX-License-Identifier: MIT
#include "panels/${name}/model.h"

#include <algorithm>
#include <cmath>

#include "page/answers/questions.h"
#include "page/answers/shown_profile.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"

namespace hw {

${type}Model ${camel}Model(const AppState& state, ResultStore& results) {
    ${type}Model model;
    model.title = "${label}"_tr;
    const Query query = profileQuery(state, state.view.method);
    model.standing = standingOf(state, results, query);
    if (!model.standing.text.empty()) return model;
    const ShownProfile profile = shownProfile(state, results, query);
    const int decimals = decimalsFor(profile.largest(state.view.layer));
    for (int key = 0; key < profile.keys(); ++key) {
        if (profile.isHidden(key)) continue;
        const double value = profile.at(state.view.layer, key);
        const std::string text = std::isnan(value) ? std::string(missingWord) : signedNumber(value, decimals);
        model.rows.push_back({profile.units().list[key].name(), value, text});
    }
    return model;
}

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const panel = ({ camel, type, name, label }) => `${head('What the page knows of the panel.')}#include "page/mirror/tables.h"
#include "panels/${name}/about.h"
#include "panels/${name}/model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"${name}", "${label}: a number for each token"_tr, false, true}};

void writeTables(JsonWriter& json, const ${type}Model& model) {
    mirror::beginTable(json, model.title, model.standing.text, {"value"_tr});
    for (const ${type}Row& row : model.rows) mirror::tableRow(json, row.label, {row.text});
    mirror::endTable(json);
}

}  // namespace

constinit const PanelSpec ${camel}Panel{
    .about = &${camel}About,
    .fill = [](PageModel& page,
               const ModelSources& from) { page.own.put(${camel}Model(from.state, from.results)); },
    .tables = [](JsonWriter& json,
                 const PageModel& page) { writeTables(json, page.of<${type}Model>()); },
    .figures = figures,
};

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const view = ({ camel, type, name }) => `// SPDX-License-Identifier: MIT
#include <algorithm>

#include "panels/${name}/model.h"
#include "panels/views.h"

namespace hw {
namespace {

constexpr float above = 26;      ///< the title
constexpr float rowHeight = 22;  ///< of a token

void drawRows(const Pen& pen, const ${type}Model& model, const Rect& area) {
    const float most = std::min(area.w, 480.0F);
    float middle = area.y + rowHeight / 2;
    for (const ${type}Row& row : model.rows) {
        const float number = wordWidth(fonts().mono, type::body, row.text);
        textLine(pen, fonts().text, type::body, area.x, middle, pen.theme.ink,
                 elided(fonts().text, type::body, row.label, most - number - 12));
        textLine(pen, fonts().mono, type::body, area.x + most, middle, pen.theme.muted, row.text,
                 Align::right);
        middle += rowHeight;
    }
    noteFigure(pen, "rows", {area.x, area.y, most, middle - rowHeight / 2 - area.y});
}

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const ${type}Model& model = on.page.of<${type}Model>();
    const float more = titleBlock(on.pen, area.x, area.y + 10, area.w - aboutRoom, model.title);
    on.sign(Panel::${camel}, area, model.title);
    const Rect body{area.x, area.y + above + more, area.w, area.h - above - more};
    ImGui::SetCursorScreenPos(body.min());
    ImGui::BeginChild("${name}", body.size(), ImGuiChildFlags_None, ImGuiWindowFlags_NoBackground);
    const Pen pen{on.pen.theme, ImGui::GetWindowDrawList(), on.pen.notes};
    const Rect rest{body.x, body.y - ImGui::GetScrollY(), body.w - 12, body.h};
    if (model.standing.text.empty()) {
        drawRows(pen, model, rest);
    } else {
        textBlock(pen, fonts().text, type::body, rest, pen.theme.muted, model.standing.text);
    }
    // What can be scrolled to.
    ImGui::SetCursorScreenPos({rest.x, rest.y + rowHeight * static_cast<float>(model.rows.size())});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

float wantedHeight(const PageModel& page, float) {
    return above + 8 + rowHeight * static_cast<float>(std::max<std::size_t>(page.of<${type}Model>().rows.size(), 2));
}

}  // namespace

constinit const PanelView ${camel}View{
    .draw = drawPanel,
    .leastHeight = [](const PageModel& page, float width) { return std::min(wantedHeight(page, width), 200.0F); },
    .wideHeight = wantedHeight,
    .narrowHeight = wantedHeight,
};

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const figure = ({ camel, type, name }) => `// SPDX-License-Identifier: MIT
#include <algorithm>

#include "panels/figures.h"
#include "panels/${name}/model.h"

namespace hw::figure {
namespace {

constexpr float rowHeight = 18;
constexpr float narrowest = 76;  ///< a column with a name and a number
constexpr int mostLines = 38;    ///< of a column, so that a page has room for it

/// The rows in columns, as many as fit; how many are left out stands below.
void drawColumns(Sheet& on, const std::vector<${type}Row>& rows) {
    const int all = static_cast<int>(rows.size());
    const int count = std::clamp((all + mostLines - 1) / mostLines, 2,
                                 std::max(static_cast<int>(on.svg.inner() / narrowest), 2));
    const int lines = std::min((all + count - 1) / count, mostLines);
    const float step = on.svg.inner() / static_cast<float>(count);
    for (int i = 0; i < std::min(all, count * lines); ++i) {
        const float left = on.svg.edge() + step * static_cast<float>(i / lines);
        const float middle = on.y + rowHeight * (static_cast<float>(i % lines) + 0.5F);
        const std::string label = on.svg.cut(rows[i].label, step - 52, {});
        on.svg.text(left, middle, label);
        on.svg.text(left + step - 10, middle, rows[i].text, {.mono = true, .anchor = Anchor::end});
    }
    on.y += rowHeight * static_cast<float>(lines);
    if (all <= count * lines) return;
    on.svg.text(on.svg.edge(), on.y + rowHeight / 2, "… + " + std::to_string(all - count * lines), {.colour = muted});
    on.y += rowHeight;
}

void draw(Sheet& on) {
    const ${type}Model model = ${camel}Model(on.state, on.results);
    on.heading(model.title);
    if (!model.standing.text.empty()) {
        on.y += on.svg.block(on.svg.edge(), on.y, on.svg.inner(), model.standing.why(), {.colour = muted});
        return;
    }
    drawColumns(on, model.rows);
}

constexpr FigureSpec rows[] = {
    {.name = "${name}", .subject = FigureSubject::layer, .queries = profileAlone, .draw = draw}};

}  // namespace

constinit const FigureList ${camel}Figures = rows;

}  // namespace hw::figure
`;

/** @param {import('./names.mjs').Names} names */
const test = ({ camel, type, name, label }) => `${head(`${label}: the numbers of its rows.`)}#include "panels/${name}/model.h"

#include <catch2/catch_test_macros.hpp>

#include "page/shown_page.h"
#include "panels/page_mirror.h"

using namespace hw;
using namespace hw::test;

TEST_CASE("${label} has the chosen output's numbers after the present layer", "[${camel}]") {
    ShownPage page(threeLayers, "panel=${name}&method=raw&layer=2&token=1");
    const ${type}Model model = page.model().of<${type}Model>();
    REQUIRE(model.rows.size() == 3);
    CHECK(model.standing.text.empty());
    CHECK(model.rows[0].label == "a");
    CHECK(near(model.rows[0].value, 0.7));
    CHECK(near(model.rows[1].value, 0.2));
    CHECK(near(model.rows[2].value, 0.1));
    CHECK(model.rows[0].text == "0.700");
}

TEST_CASE("${label} leaves out what is hidden", "[${camel}]") {
    ShownPage page(threeLayers, "panel=${name}&method=raw&layer=2&token=1&hidden=0");
    const ${type}Model model = page.model().of<${type}Model>();
    REQUIRE(model.rows.size() == 2);
    CHECK(model.rows[0].label == "b");
}
`;

/** @param {import('./edits.mjs').Edits} edits @param {import('./names.mjs').Names} names */
export function newPanel(edits, names) {
  const { name, label } = names;
  const table = 'src/page/state/panel.h';
  if (new RegExp(`row\\(${name},`).test(edits.text(table)) || edits.has(`src/panels/${name}`)) throw new Error(`There is a panel ${name}.`);
  edits.replace(
    table,
    /(\n {4}row\([^\n]*\))\n(?=\/\/ clang-format on)/,
    ([, last]) => `${last} \\\n    row(${name}, "${label}"_tr, "${label.toLowerCase()}"_tr)\n`,
  );
  const folder = `src/panels/${name}`;
  edits.create(`${folder}/about.h`, about(names));
  edits.create(`${folder}/model.h`, model(names));
  edits.create(`${folder}/model.cpp`, modelSource(names));
  edits.create(`${folder}/panel.cpp`, panel(names));
  edits.create(`${folder}/view.cpp`, view(names));
  edits.create(`${folder}/figure.cpp`, figure(names));
  edits.create(`tests/panels/${name}_test.cpp`, test(names));
  const api = 'web/state.d.ts';
  for (const list of ['FigureName', 'PanelName'])
    edits.replace(api, new RegExp(`(type ${list} = [^;]*);`), ([, all]) => `${all} | '${name}';`);
  edits.german('panels_bars_and_matrices', {
    [label]: label,
    [label.toLowerCase()]: label,
    [`${label}: a number for each token`]: `${label}: eine Zahl für jedes Token`,
    'Each input token with its number after the present layer, by the chosen method.':
      'Jedes Eingabe-Token mit seiner Zahl nach der gezeigten Schicht, nach der gewählten Methode.',
    'It is one layer; Evolution shows all of them.': 'Es ist eine Schicht; „Verlauf“ zeigt alle.',
  });
  edits.news(name, `*${label}* among the views (\`panel=${name}\` in links): each input token with its number.`);
  return [
    `what it shows: ${folder}/model.cpp and its test; how: view.cpp and figure.cpp; what it asks of the engine: \`questions\` in panel.cpp`,
    `its figure for the command line and the page: HEADWATERS_FIGURES=write tools/test native -R "cli: figure", then look at tests/data/figures/${name}.svg`,
    `its picture: HEADWATERS_PICTURES=write tools/test browser pictures, then look at it`,
    'what a screen reader says of menus that name it: HEADWATERS_SPOKEN=write tools/test browser read_aloud',
    'its German: web/languages/de/panels_bars_and_matrices.json',
  ];
}
