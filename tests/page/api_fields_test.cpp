// SPDX-License-Identifier: MIT
#include "page/address/api_fields.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "page/address/address.h"
#include "page/address/view_fields.h"
#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

namespace {

std::string fieldsOf(std::vector<std::string> members) { return fieldsFromApi(members); }

/// The state's view as JSON.
std::string told(const AppState& state) {
    JsonWriter json;
    json.beginObject();
    writeApiView(json, state);
    return json.endObject().take();
}

/// The JSON's members as web/base/fields.js passes them, which is enough for flat values, lists and lists of lists.
std::vector<std::string> members(std::string json) {
    const auto settings = json.find("\"settings\":{");
    json.replace(settings, 12, "");
    json.erase(json.size() - 1);
    std::vector<std::string> all;
    std::size_t at = 1;
    while (at < json.size() && json[at] != '}') {
        if (json[at] == ',' || json[at] == '{') ++at;
        const std::size_t end = json.find('"', at + 1);
        all.push_back(json.substr(at + 1, end - at - 1));
        at = end + 2;
        int depth = 0;
        bool quoted = false;
        std::string value;
        for (; at < json.size() && (depth > 0 || (json[at] != ',' && json[at] != '}')); ++at) {
            const char c = json[at];
            if (c == '"') {
                quoted = !quoted;
            } else if (quoted) {
                value += c;
            } else if (c == '[' || c == '{') {
                ++depth;
            } else if (c == ']' || c == '}') {
                --depth;
            } else {
                const bool between = c == ',' && (json[at - 1] == ']' || json[at - 1] == '}');
                value += between ? '/' : c;
            }
        }
        all.push_back(value == "true" ? "on" : value == "false" ? "off" : value);
    }
    return all;
}

AppState richState() {
    AppState state = restingState();
    state.document->current.importance = {{"blank", {1, 2, 3, 4, 5, 6, 7}}};
    update(state,
           Command(ApplyFields{"layer=3&token=1,2&fusion=max&heads=0,2&layers=1,2,4&residual=0.25&"
                               "discard=0.2&scope=row&protect=token&"
                               "protected=3&order=discard-first&start=2&sink=4&flow=raw&sort=score&"
                               "ghost=off&raw-tokens=on&"
                               "spans=1,2/4,5&hidden=0,6&renormalise=on&colors=viridis&panes=bars/"
                               "compare,matrix&dividers=0.4,0.3&"
                               "compare=raw,head:3,layer:2/flow,preset:no-residual,fusion:min/"
                               "rollout,residual:0.1,discard:0.5&"
                               "compare-as=matrices&difference=3,1&patches=grid&opacity=0.4&leave-"
                               "out=[CLS],the&scores=this&title=Who%20agrees&"
                               "notes=t2:the%20subject/l3:turns/c6,0,2:much"}));
    REQUIRE(state.messages.empty());
    return state;
}

}  // namespace

TEST_CASE("layers, heads of columns and columns count from 0 in the API", "[app][api]") {
    CHECK(fieldsOf({"layer", "5"}) == "layer=6");
    CHECK(fieldsOf({"start", "1", "layers", "0,3"}) == "start=2&layers=1,4");
    CHECK(fieldsOf({"layers", "", "heads", ""}) == "layers=all&heads=");
    CHECK(fieldsOf({"difference", "2,0"}) == "difference=3,1");
    CHECK(fieldsOf({"difference", ""}) == "difference=none");
    CHECK(fieldsOf({"compare", ""}) == "compare=usual");
    CHECK(fieldsOf({"compare", "layer:2,method:raw,head:0/method:flow,discard:0.1"}) ==
          "compare=raw,layer:3,heads:0/flow,discard:0.1");
}

TEST_CASE("members have the API's names and fields the address's", "[app][api]") {
    CHECK(fieldsOf({"relativeFlow", "off", "rawTokens", "on", "leaveOut", "[CLS],the"}) ==
          "flow=raw&raw-tokens=on&leave-out=%5BCLS%5D,the");
    CHECK(fieldsOf({"sink", "-1"}) == "sink=largest");
    CHECK(fieldsOf({"sink", "-2"}) == "sink=all");
    CHECK(fieldsOf({"panes", ""}) == "panes=one");
    CHECK(fieldsOf({"output", "mean", "tokens", "2"}) == "token=mean");
    CHECK(fieldsOf({"output", "chosen", "tokens", "2"}) == "token=2");
    CHECK(fieldsOf({"tokenTexts", "a b", "read", "half", "example", "2"}) ==
          "token-texts=a%20b&read=half&example=2");
}

TEST_CASE("what cannot be set is left out", "[app][api]") {
    CHECK(fieldsOf({"source", "x", "playing", "on", "messages", "", "raw-tokens", "on"}).empty());
    CHECK(fieldsOf({"layer"}).empty());
}

TEST_CASE("every key of the address can be read and set through the API", "[app][api]") {
    const AppState state = richState();
    const std::vector<std::string> given = members(told(state));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < given.size(); i += 2) names.push_back(given[i]);
    for (const ShareKey& key : shareKeys()) {
        if (key.name == "preset") continue;  // the settings contain it
        INFO(key.name);
        const std::string name = key.member.empty() ? apiName(key.name) : std::string(key.member);
        CHECK(std::count(names.begin(), names.end(), name) == 1);
    }
}

TEST_CASE("a view comes back from what the API says of it", "[app][api]") {
    const AppState state = richState();
    AppState other = restingState();
    other.document = state.document;
    update(other, Command(ApplyFields{fieldsFromApi(members(told(state)))}));
    CHECK(other.messages.empty());
    CHECK(writeShare(other) == writeShare(state));
    CHECK(other.view == state.view);
    // And back to a view without a chosen output.
    const AppState resting = restingState();
    update(other, Command(ApplyFields{fieldsFromApi(members(told(resting)))}));
    CHECK(other.messages.empty());
    CHECK(other.view == resting.view);
}
