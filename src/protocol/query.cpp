// SPDX-License-Identifier: MIT
#include "protocol/query.h"

#include <algorithm>
#include <utility>

namespace hw {

ExampleName namedExample(const DocumentSummary& document, int example) {
    if (example >= 0 && std::cmp_less(example, document.exampleTitles.size())) return {example};
    const auto made = std::ranges::find(document.made, example, &ListedExample::id);
    return made == document.made.end() ? ExampleName{} : ExampleName{example, made->recipe};
}

}  // namespace hw
