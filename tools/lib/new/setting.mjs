// A setting with two choices, with its member, its row, its use in its own file, its test.
import { head } from './names.mjs';

/** @param {import('./names.mjs').Names} names */
const use = ({ camel, label }) => `${head(`${label}: a step of a layer's matrix before the residual connection.`)}#pragma once

#include "core/matrix/matrix_view.h"
#include "core/model/settings.h"

namespace hw {

/// Each weight and the one the other way become their mean, (W + W^T) / 2, in place, where \`settings\` say so.
/// A square matrix; rows that summed to 1 need not any more. Cost O(n * n).
void ${camel}Step(Matrix& fused, const Settings& settings);

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const source = ({ camel, type, file }) => `// SPDX-License-Identifier: MIT
#include "core/methods/steps/${file}.h"

#include "core/matrix/matrix.h"

namespace hw {

void ${camel}Step(Matrix& fused, const Settings& settings) {
    if (settings.${camel} == ${type}::off) return;
    const Matrix turned = fused.transpose();
    fused = (fused + turned) / 2;
}

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const test = ({ camel, type, file, label }) => `${head(`${label}, against a case by hand.`)}#include "core/methods/steps/${file}.h"

#include <catch2/catch_test_macros.hpp>

#include <cmath>

#include "core/flow/flow_capacities.h"
#include "core/methods/steps/effective_attention.h"
#include "core/support.h"

namespace hw::test {

TEST_CASE("${label}: off changes nothing, on takes the mean of both directions") {
    Settings settings;
    Matrix fused = matrix({{.5, .5}, {.25, .75}});
    ${camel}Step(fused, settings);
    CHECK(fused == matrix({{.5, .5}, {.25, .75}}));
    settings.${camel} = ${type}::on;
    ${camel}Step(fused, settings);
    CHECK(fused == matrix({{.5, .375}, {.375, .75}}));
}

TEST_CASE("${label}: a layer's effective attention has it, and so have flow's capacities") {
    Settings settings;
    settings.residual = 0;
    settings.${camel} = ${type}::on;
    const AttentionTensor weights = tensor({matrix({{.5, .5}, {.25, .75}})});
    const std::vector<double> expected{4. / 7, 3. / 7, 1. / 3, 2. / 3};
    CHECK(distance(valuesOf(effectiveAttention(weights, settings, 0)), expected) < 1e-6);
    const std::vector<double> capacities = exactAttention(weights, settings, 0);
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(std::fabs(capacities[i] - expected[i]) < 1e-6);
}

}  // namespace hw::test
`;

/** @param {import('./edits.mjs').Edits} edits @param {import('./names.mjs').Names} names */
export function newSetting(edits, names) {
  const { name, camel, type, file, label } = names;
  const settings = 'src/core/model/settings.h';
  const fields = 'src/core/model/setting_fields.h';
  const api = 'web/state.d.ts';
  const meaning = 'whether weights count the same in both directions';
  if (edits.text(fields).includes(`"${name}"`) || edits.text(settings).includes(`enum class ${type} `))
    throw new Error(`There is a setting ${name}.`);
  edits.before(
    settings,
    /^\/\/\/ How the heads of a single layer/m,
    `/// Whether weights count the same in both directions.
enum class ${type} { off, on };
template <>
struct Names<${type}> {
    static constexpr ChoiceName list[] = {
        {"off", "${label}: off"_tr, "unchanged"_tr},
        {"on", "${label}: on"_tr, "the mean of both directions"_tr}};
};

`,
  );
  edits.before(settings, /^\n {4}bool operator==\(const Settings&\) const = default;/m, `    ${type} ${camel} = ${type}::off;\n`);
  edits.replace(settings, /(makesRowsAlone\([^}]*?);\n\}/, ([, rule]) => `${rule} &&\n           settings.${camel} == ${type}::off;\n}`);
  edits.replace(
    fields,
    /(inline constexpr std::tuple settingFields\{[\s\S]*?)\n\};/,
    ([, rows]) => `${rows}
    SettingField<${type}>{.member = &Settings::${camel},
                          .key = "${name}",
                          .option = "${name}",
                          .exported = "${camel}",
                          .label = "${label}"_tr,
                          .group = SettingGroup::steps,
                          .methods = joining,
                          .menu = "${label.toUpperCase()}"_tr,
                          .detail = true},
};`,
  );
  edits.before(
    'src/core/model/setting_help.h',
    /^\};\n\n\} {2}\/\/ namespace hw/m,
    `    {"${name}", "off|on", "weights as they are (default), or the mean of both directions"},\n`,
  );
  edits.create(`src/core/methods/steps/${file}.h`, use(names));
  edits.create(`src/core/methods/steps/${file}.cpp`, source(names));
  const steps = 'src/core/methods/steps/effective_attention.cpp';
  edits.after(steps, /#include "core\/methods\/steps\/row_steps\.h"\n/, `#include "core/methods/steps/${file}.h"\n`);
  edits.before(steps, /^ {4}if \(settings\.order == StepOrder::discardFirst\) \{/m, `    ${camel}Step(fused, settings);\n`);
  edits.create(`tests/core/methods/steps/${file}_test.cpp`, test(names));
  edits.replace(
    api,
    /(interface Settings \{[\s\S]*?)\n\}/,
    ([, members]) => `${members}\n  /** ${meaning} */\n  ${camel}: 'off' | 'on';\n}`,
  );
  edits.before(
    'docs/api.md',
    /(?<=<!-- web\/state\.d\.ts Settings -->\n[^<]*\n)<!-- end -->/,
    `| \`${camel}\` | \`'off' \\| 'on'\` | ${meaning} |\n`,
  );
  edits.german('core', {
    [label]: label,
    [label.toUpperCase()]: label.toUpperCase(),
    [`${label}: off`]: `${label}: aus`,
    [`${label}: on`]: `${label}: an`,
    unchanged: 'wie sie sind',
    'the mean of both directions': 'Mittel beider Richtungen',
  });
  edits.news(
    file,
    `*${label}* among the settings (\`${name}=on\` in links, \`--${name} on\`): the mean of both directions in place of each weight.`,
  );
  return [
    `its choices and what they do: ${settings}, src/core/methods/steps/${file}.cpp and its test; the methods that have it: ${fields}; its help: src/core/model/setting_help.h`,
    'its sentence in a methods section: src/core/report/cited.cpp',
    'the formula that people read, if it changes: src/page/models/formula.cpp; how one weight arises: src/core/explain/weight_steps.cpp',
    'a value that not every file allows: src/core/model/check_settings.cpp',
  ];
}
