// SPDX-License-Identifier: MIT
#include "io/tree/number_format.h"
#include "io/values/check.h"

namespace hw::io {

void addTypeWarnings(const Tree& tree, Document& document) {
    for (const Tree::GuessedType& guessed : tree.guessedTypes) {
        document.warnings.push_back(
            {Code::badNumber, guessed.place,
             formatText(
                 "The file does not name its 8-bit type (NumPy writes V1). It was read as {}, in which rows sum to 1."_tr,
                 {guessed.type}),
             "To be sure, save array.astype(\"float32\")."_tr, std::nullopt});
    }
}

}  // namespace hw::io
