// A method that is made layer by layer, with its row, its mathematics, its formula, its test.
import { head } from './names.mjs';

/** @param {import('./names.mjs').Names} names */
const mathematics = ({ camel, label }) => `${head(`${label}: the mean of the layers' fused attention.`)}#pragma once

#include "core/matrix/matrix_view.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// The mean of the fused attention of all layers from the start layer up to \`layer\`, [n][n], given that of the layers
/// \`before\` (none: an empty matrix). Rows sum to 1 where those of the layers do. Layers that take no part change nothing:
/// without any the mean is 0. Cost O(heads * n * n).
Matrix ${camel}Next(const AttentionTensor& attentions, const Settings& settings, int layer,
                    const Matrix& before);

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const source = ({ camel, file }) => `// SPDX-License-Identifier: MIT
#include "core/methods/${file}.h"

#include "core/matrix/matrix.h"
#include "core/methods/steps/fuse.h"

namespace hw {

Matrix ${camel}Next(const AttentionTensor& attentions, const Settings& settings, int layer,
                    const Matrix& before) {
    int count = 0;
    for (int each = settings.startLayer; each < layer; ++each) count += takesPart(settings, each) ? 1 : 0;
    const int n = attentions.queries;
    Matrix sum = before.size() > 0 ? Matrix(before * static_cast<float>(count)) : Matrix(Matrix::Zero(n, n));
    if (takesPart(settings, layer)) {
        sum += fuseHeads(attentions, layer, settings);
        ++count;
    }
    return count > 0 ? Matrix(sum / static_cast<float>(count)) : sum;
}

}  // namespace hw
`;

/** @param {import('./names.mjs').Names} names */
const test = ({ camel, label }) => `${head(`${label}, against the mean written out.`)}#include <catch2/catch_test_macros.hpp>

#include "core/methods/method_stack.h"
#include "core/support.h"

namespace hw::test {
namespace {

std::vector<Matrix> ${camel}Stack(const Settings& settings) {
    Example example;
    example.tokens = {"a", "b", "c"};
    example.attentions = threeLayers();
    auto stack = computeStack(example, Part::encoder, Method::${camel}, settings);
    REQUIRE(stack.has_value());
    return std::move(*stack);
}

}  // namespace

TEST_CASE("${label} is the mean of the layers so far") {
    const std::vector<Matrix> stack = ${camel}Stack({});
    REQUIRE(stack.size() == 3);
    const std::vector<double> first{.5, .3, .2, .1, .6, .3, .2, .2, .6};
    CHECK(distance(valuesOf(stack[0]), first) < 1e-6);
    const std::vector<double> second{.3, .2, .5, .4, .4, .2, .1, .35, .55};
    CHECK(distance(valuesOf(stack[1]), second) < 1e-6);
}

TEST_CASE("${label}: a layer that takes no part changes nothing") {
    Settings settings;
    settings.layers = {0, 2};
    const std::vector<Matrix> stack = ${camel}Stack(settings);
    CHECK(stack[1] == stack[0]);
    const std::vector<double> both{5. / 12, 19. / 60, 4. / 15, .05, .8, .15, .225, .225, .55};
    CHECK(distance(valuesOf(stack[2]), both) < 1e-6);
}

}  // namespace hw::test
`;

/** @param {import('./edits.mjs').Edits} edits @param {import('./names.mjs').Names} names */
export function newMethod(edits, names) {
  const { name, camel, file, label } = names;
  const methods = 'src/core/model/methods.h';
  const texts = 'src/core/model/methods.cpp';
  if (edits.text(methods).includes(`.name = "${name}"`)) throw new Error(`There is a method ${name}.`);
  const running = label.toLowerCase();
  edits.replace(methods, /enum class Method \{([^}]*?),? *\};/, ([, all]) => `enum class Method {${all}, ${camel} };`);
  edits.before(
    methods,
    /^\};\n\ntemplate <>\nstruct Names<Method>/m,
    `    {.name = "${name}",
     .label = "${label}"_tr,
     .fuses = true,
     .isShare = true},
`,
  );
  edits.before(
    texts,
    /^\};\n\nstatic_assert/m,
    `    {.method = Method::${camel},
     .brief = "${label}"_tr,
     .words = "${running}"_tr,
     .action = "${label}"_tr,
     .key = "",
     .caption = "${label}"_tr,
     .help = "mean of the layers' fused attention",
     .subject = "The mean of the layers' fused attention",
     .notAcross = "${label} is of one side; across both there is rollout."_tr,
     .notExplained = "${label} is a mean over layers: nothing passes from one to the next."_tr,
     .tip = "The mean of the attention of the layers up to this one."_tr,
     .title = "What {} attends to|What {} attend to"_tr},
`,
  );
  edits.replace(
    methods,
    /(LocalizedText methodLimits\[\] = \{[^}]*)\}/,
    ([, all]) => `${all},\n    "${label} is a mean over layers: nothing passes from one to the next."_tr}`,
  );
  edits.create(`src/core/methods/${file}.h`, mathematics(names));
  edits.create(`src/core/methods/${file}.cpp`, source(names));
  const stack = 'src/core/methods/method_stack.cpp';
  edits.after(stack, /#include "core\/methods\/gradient_methods\.h"\n/, `#include "core/methods/${file}.h"\n`);
  edits.before(
    stack,
    /^ {4}if \(method == Method::relevance \|\|/m,
    `    if (method == Method::${camel}) {
        const Matrix none;
        const Matrix& before = matrices.empty() ? none : matrices.back();
        matrices.push_back(${camel}Next(*attentions, settings, layer, before));
        return;
    }
`,
  );
  edits.before(
    'src/page/models/formula.cpp',
    /^ {8}case Method::joint: return jointFormula/m,
    `        case Method::${camel}: {
            std::vector<std::string> lines = fusionLines(settings);
            lines.push_back("E = " + fusedWord(settings));
            lines.push_back(meanText(settings, start, layer));
            return lines;
        }
`,
  );
  edits.replace('web/state.d.ts', /(type MethodName = [^;]*);/, ([, all]) => `${all} | '${name}';`);
  edits.create(`tests/core/methods/${file}_test.cpp`, test(names));
  edits.german('core', {
    [label]: label,
    [running]: label,
    [`${label} is of one side; across both there is rollout.`]: `${label} gibt es nur für eine Seite; für beide zusammen gibt es Rollout.`,
    [`${label} is a mean over layers: nothing passes from one to the next.`]: `${label} ist ein Mittel über Schichten: nichts geht von einer zur nächsten über.`,
    'The mean of the attention of the layers up to this one.': 'Das Mittel der Attention der Schichten bis zu dieser.',
  });
  edits.news(file, `*${label}* (\`method=${name}\` in links, \`headwaters ${name}\`): the mean of the layers' fused attention.`);
  return [
    `its names and what it needs: ${methods}; its source and its texts: ${texts}; its mathematics: src/core/methods/${file}.cpp and its test against independent numbers`,
    'a source that no method had before: its BibTeX entry in src/core/report/cited.cpp',
    'the formula that people read: src/page/models/formula.cpp',
    'not a product of matrices: a task of its own (src/engine/tasks, task_parts.h, task.cpp) in place of method_stack.cpp',
    `its German: web/languages/de/core.json`,
  ];
}
