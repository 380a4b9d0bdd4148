// SPDX-License-Identifier: MIT
#include "others.h"

#if defined(HW_WITH_RAPIDJSON)
#define RAPIDJSON_SSE42
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#endif
#if defined(HW_WITH_SIMDJSON)
#include <simdjson.h>
#endif

namespace hw::bench {
namespace {

#if defined(HW_WITH_RAPIDJSON)
struct Collector : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Collector> {
    std::vector<float> values;
    bool Double(double value) { return values.push_back(static_cast<float>(value)), true; }
    bool Uint(unsigned value) { return values.push_back(static_cast<float>(value)), true; }
    bool Int(int value) { return values.push_back(static_cast<float>(value)), true; }
    bool Default() { return true; }
};

// Correctly rounded to double (then again to float), validating, from memory.
std::size_t rapidJson(std::string_view text, std::size_t expected) {
    Collector collector;
    collector.values.reserve(expected);
    rapidjson::MemoryStream stream(text.data(), text.size());
    rapidjson::Reader reader;
    reader.Parse<rapidjson::kParseFullPrecisionFlag>(stream, collector);
    return collector.values.size();
}
#endif

#if defined(HW_WITH_SIMDJSON)
void collect(simdjson::dom::element element, std::vector<float>& out) {
    if (element.is_array()) {
        for (const simdjson::dom::element child : simdjson::dom::array(element))
            collect(child, out);
    } else if (element.is_object()) {
        for (const auto field : simdjson::dom::object(element)) collect(field.value, out);
    } else if (element.is_number()) {
        out.push_back(static_cast<float>(double(element)));
    }
}

std::size_t simdJson(std::string_view text, std::size_t expected) {
    static simdjson::dom::parser parser;  // reused, as its documentation advises
    std::vector<float> values;
    values.reserve(expected);
    auto document = parser.parse(text.data(), text.size(), true);
    if (!document.error()) collect(document.value(), values);
    return values.size();
}
#endif

}  // namespace

std::vector<Other> others() {
    std::vector<Other> list;
#if defined(HW_WITH_RAPIDJSON)
    list.push_back({"rapidjson", rapidJson});
#endif
#if defined(HW_WITH_SIMDJSON)
    list.push_back({"simdjson", simdJson});
#endif
    return list;
}

}  // namespace hw::bench
