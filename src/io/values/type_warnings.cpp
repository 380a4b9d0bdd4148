// SPDX-License-Identifier: MIT
#include "io/tree/words.h"
#include "io/values/check.h"

namespace hw::io {

void addTypeWarnings(const Tree& tree, Document& document) {
    for (const Tree::GuessedType& guessed : tree.guessedTypes) {
        document.warnings.push_back(
            {Code::badNumber, guessed.place,
             say("The file does not name the type of these 8-bit numbers (NumPy writes V1). They "
                 "are read as {}, in which rows sum to 1."_tr,
                 {guessed.type}),
             "Save array.astype(\"float32\") to be sure."_tr, std::nullopt});
    }
}

}  // namespace hw::io
