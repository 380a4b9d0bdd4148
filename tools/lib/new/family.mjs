// A family of models, with its file, its row, and its checkpoint's row.
import { head } from './names.mjs';

/** @param {import('./names.mjs').Names} names */
const family = ({ name, camel, type, label }) => `${head(`${label}: BERT under names of its own.`)}#include "model/families/common.h"
#include "model/families/encoders/bert.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void read${type}(Config& config, std::string_view architecture, Spec& spec) {
    readBertBody(config, spec, "${name}.");
    if (isA(architecture, "ForTokenClassification")) {
        spec.head = classHead(config, Pool::every, "classifier");
    } else {
        noHead(spec, architecture, {"${type}Model"});
    }
}

}  // namespace

constinit const Family ${camel}Family{.type = "${name}", .name = "${label}", .read = read${type}};

}  // namespace hw::model
`;

/** @param {import('./edits.mjs').Edits} edits @param {import('./names.mjs').Names} names */
export function newFamily(edits, names) {
  const { name, camel, type, file, label } = names;
  const list = 'src/model/families/family.h';
  if (edits.text(list).includes(`row(${camel})`)) throw new Error(`There is a family ${name} already.`);
  edits.create(`src/model/families/encoders/${file}.cpp`, family(names));
  edits.before(list, /^ +\/\* decoders \*\//m, `${`    row(${camel})`.padEnd(96)}\\\n`);
  const maker = 'tests/model/make/family_configurations.py';
  edits.before(maker, /^ {4}"gpt2": \(/m, `    "${name}": ("${type}ForTokenClassification", "${type}Config", BERT | CLASSES),\n`);
  edits.before('docs/models.md', / and sentence encoders like MiniLM/, `, ${label}`);
  edits.news(file, `Models of the family ${label} run.`);
  return [
    `src/model/families/encoders/${file}.cpp: how it differs from BERT; a decoder, a translator or a model of pictures moves to the folder of its kind`,
    `${maker}: the library's class and keys; run families.py beside it with the name ${name}, it writes tests/data/model/families/${name}`,
    `tests: tools/test native -R famil`,
  ];
}
