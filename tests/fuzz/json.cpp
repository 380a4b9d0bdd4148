// SPDX-License-Identifier: MIT
// Any bytes as JSON. It must not crash, must give the same outcome for any division into pieces, and RapidJSON's
// judgement where RapidJSON is installed.
#include "fuzz/targets.h"
#include "io/json/json_parser.h"
#include "io/json_differential.h"

namespace hw::fuzz {

int json(std::string_view text) {
    if (text.empty()) return 0;
    const std::size_t cut = hashOf(text) % (text.size() + 1);
    io::JsonOptions options;
    options.memoryBytes = 64 << 20;
    options.totalBytes = text.size();
    const auto read = [&](std::string_view first, std::string_view second) {
        io::JsonParser parser(options);
        return parser.push(first) && parser.push(second) && parser.finish();
    };
    const auto bothAgree = [&] {
        require(read(text, {}) == read(text.substr(0, cut), text.substr(cut)));
    };
    bothAgree();
    options.javascript = true;
    bothAgree();
    options.javascript = false;
    options.halfWeights = options.averageHeads = true;
    bothAgree();
#if HW_HAS_RAPIDJSON
    require(test::compareWithRapidJson(text) != test::Verdict::different);
#endif
    return 0;
}

}  // namespace hw::fuzz
