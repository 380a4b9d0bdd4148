// SPDX-License-Identifier: MIT
// Copies of the tables elsewhere (the API's types, the documents, the help) match the tables.
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "core/model/setting_help.h"
#include "holds.h"
#include "page/address/api_fields.h"
#include "page/address/view_fields.h"
#include "page/mirror/setting_controls.h"
#include "page/sample_documents.h"
#include "page/state/panel.h"
#include "panels/registry.h"
#include "protocol/canonical_query.h"
#include "protocol/wire_fields.h"
#include "session/actions/actions.h"

using namespace hw;
using namespace hw::test;

namespace {

/// A file of the checkout.
std::string textOf(const std::string& path) {
    std::ifstream file(std::string(HW_TEST_DATA) + "/../../" + path);
    REQUIRE(file);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// "'mean' | 'max' | 'min'".
std::string unionOf(std::span<const ChoiceName> words) {
    std::string text;
    for (const ChoiceName& word : words) {
        if (!text.empty()) text += " | ";
        text += '\'' + std::string(word.name) + '\'';
    }
    return text;
}

/// The text between the braces of an interface.
std::string interfaceOf(const std::string& types, const std::string& name) {
    const std::size_t begin = types.find("interface " + name + " {");
    REQUIRE(begin != std::string::npos);
    return types.substr(begin, types.find("\n}", begin) - begin);
}

template <class T>
std::string typeOf(const T&) {
    if constexpr (Named<T>) return unionOf(choiceNames<T>());
    if constexpr (std::is_same_v<T, std::vector<LayerHeads>>) return "string";
    if constexpr (requires(T list) { list.size(); }) return "number[]";
    return "number";
}

/// A value that is not the default.
template <class T>
T another(const T& value) {
    if constexpr (Named<T>)
        return every<T>().back() == value ? every<T>().front() : every<T>().back();
    if constexpr (std::is_same_v<T, int>) return value + 3;
    if constexpr (std::is_same_v<T, double>) return value + 0.25;
    if constexpr (std::is_same_v<T, std::vector<LayerHeads>>) {
        return {{3, {0, 2}, HeadFusion::max, {0.5, 1}}};
    } else if constexpr (requires(T list) { list.size(); }) {
        return {1, 2};
    }
}

}  // namespace

TEST_CASE("the API's types have every setting with its words", "[app][tables]") {
    const std::string settings = interfaceOf(textOf("web/state.d.ts"), "Settings");
    const Settings standard;
    int members = 0;
    forEachSetting([&](const auto& field) {
        const std::string line =
            "\n  " + apiName(field.key) + ": " + typeOf(standard.*field.member) + ";";
        INFO(line);
        CHECK(holds(settings, line));
        ++members;
    });
    int lines = 0;  // comments begin with a stroke
    for (std::size_t at = 0; (at = settings.find("\n  ", at)) != std::string::npos; ++at)
        lines += settings[at + 3] >= 'a' && settings[at + 3] <= 'z';
    CHECK(lines == members);
}

TEST_CASE("the API's types have the words of methods and panels, and every choice of a view",
          "[app][tables]") {
    const std::string types = textOf("web/state.d.ts");
    CHECK(holds(types, "type MethodName = " + unionOf(choiceNames<Method>()) + ";"));
    CHECK(holds(types, "type PanelName = " + unionOf(choiceNames<Panel>()) + ";"));
    const std::string state = interfaceOf(types, "State");
    const auto check = [&](const std::string& member, std::span<const ChoiceName> words) {
        INFO(member);
        CHECK(holds(state, "\n  " + member + ": " + unionOf(words) + ";"));
    };
    check("side", choiceNames<Side>());
    check("output", choiceNames<OutputMode>());
    check("sort", choiceNames<SortBy>());
    check("scale", choiceNames<ScaleScope>());
    check("segments", choiceNames<SegmentFilter>());
    check("colors", choiceNames<Colormap>());
    check("compareAs", choiceNames<CompareForm>());
    check("patches", choiceNames<PatchForm>());
    check("image", choiceNames<ImageScope>());
    CHECK(holds(state, "source: { kind: " + unionOf(choiceNames<DataSource::Kind>()) + ";"));
    CHECK(holds(types, "  kind: " + unionOf(choiceNames<AttentionKind>()) + ";"));
}

TEST_CASE("what scripts say has a word for every side", "[app][tables]") {
    const std::string script = textOf("web/base/side_names.js");
    for (const ChoiceName& word : choiceNames<Side>()) {
        const std::string name(word.name);
        INFO(name);
        CHECK(holds(script, ' ' + name + ": tr('" + name + "')"));
    }
}

TEST_CASE("every key of the address stands in the API's types and in both documents",
          "[app][tables]") {
    const std::string types = textOf("web/state.d.ts");
    const std::string document = textOf("docs/api.md");
    const std::string address = textOf("src/page/address/address.h");
    for (const ShareKey& key : shareKeys()) {
        INFO(key.name);
        if (!key.isSetting) CHECK(holds(address, ' ' + std::string(key.name)));
        if (key.writeValue == nullptr) continue;
        const std::string name = key.member.empty() ? apiName(key.name) : std::string(key.member);
        CHECK(holds(interfaceOf(types, key.isSetting ? "Settings" : "State"), "\n  " + name + ":"));
        if (!key.isSetting) CHECK(holds(document, '`' + name + '`'));
    }
}

TEST_CASE("the help says every option of a setting with all its words", "[app][tables]") {
    std::set<std::string_view> options;
    for (const SettingHelp& help : settingHelp) options.insert(help.option);
    CHECK(options.size() == std::size(settingHelp));
    forEachSetting([&](const auto& field) {
        if (field.option.empty()) return;
        INFO(field.option);
        REQUIRE(options.erase(field.option) == 1);
        using Value = typename std::remove_cvref_t<decltype(field)>::Value;
        if constexpr (Named<Value>) {
            const SettingHelp& help =
                *std::ranges::find(settingHelp, field.option, &SettingHelp::option);
            for (const ChoiceName& word : choiceNames<Value>()) {
                CHECK(holds(std::string(help.value) + ' ' + std::string(help.text),
                            std::string(word.name)));
            }
        }
    });
    CHECK(options.empty());
}

TEST_CASE("every setting travels between page and engine", "[app][tables]") {
    Settings given;
    forEachSetting([&](const auto& field) {
        auto& value = given.*field.member;
        value = another(value);
        INFO(field.key);
        CHECK(value != Settings{}.*field.member);  // else nothing is tested
    });
    ByteWriter writer;
    writer(given);
    const std::vector<std::byte> bytes = writer.take();
    Settings read;
    ByteReader reader(bytes);
    reader(read);
    CHECK(reader.finished());
    CHECK(read == given);
}

TEST_CASE("protection from discarding has the same four words wherever it is chosen",
          "[app][tables][mirror]") {
    AppState state = restingState();
    state.view.settings.discard = 0.1;
    ResultStore results;
    JsonWriter json;
    writeSettingControls(json, pageModel(state, results).controls);
    for (const ChoiceName& word : choiceNames<DiscardProtect>()) {
        CHECK(holds(json.text(), "{\"id\":\"" + std::string(word.name) + "\",\"label\":\"" +
                                     std::string(word.shown()) +
                                     "\",\"fields\":\"protect=" + std::string(word.name) + '"'));
    }
    // The menu of the controls reads the same list (frame/control_menus.cpp) if it has a heading.
    int headings = 0;
    forEachSetting(
        [&](const auto& field) { headings += field.key == "protect" && !field.menu.empty(); });
    CHECK(headings == 1);
}

TEST_CASE("no panel is lost after the last one", "[app][tables]") {
    ExampleSummary everything = encoderDocument().current;
    everything.image.emplace();
    everything.importance.emplace_back();
    everything.asks = {"lens",    "experiment", "decide",   "blanked", "swap",
                       "circuit", "patches",    "contacts", "sound"};
    CHECK(panelsOf(everything).size() == choiceNames<Panel>().size());
    CHECK(panelsOf(encoderDocument().current).size() == choiceNames<Panel>().size() - 2 - 9);
    for (const Panel panel : every<Panel>()) {
        CHECK(specOf(panel).about != nullptr);
        CHECK_FALSE(choiceNames<Panel>()[static_cast<std::size_t>(panel)].label.empty());
    }
}

TEST_CASE("settings that play no part in a method do not make another question", "[app][tables]") {
    Settings given;
    given.discard = 0.5;
    given.protect = DiscardProtect::token;
    given.protectedToken = 3;
    given.gradientForm = GradientForm::meanThenPositive;
    for (const Method method : every<Method>()) {
        const Settings kept = canonicalSettings(given, method, 8);
        INFO(nameOf(method));
        forEachSetting([&](const auto& field) {
            if (!field.methods.has(method)) CHECK(kept.*field.member == Settings{}.*field.member);
        });
        CHECK(canonicalSettings(kept, method, 8) == kept);
    }
    given.discard = 0;
    CHECK(canonicalSettings(given, Method::rollout, 8) == Settings{});
}

TEST_CASE("the page knows every dialog that can be asked for, and no other", "[app][tables]") {
    const std::string script = textOf("web/dialogs/dialogs.js");
    const std::size_t begin = script.find("#known = {");
    REQUIRE(begin != std::string::npos);
    const std::string rows = script.substr(begin, script.find("\n  };", begin) - begin);
    const std::set<std::string> names(std::begin(dialogNames), std::end(dialogNames));
    CHECK(holds(script, "name.startsWith('cut-')"));
    for (const std::string& name : names) {
        INFO(name);
        if (name == "cut") continue;       // its target follows it
        if (name == "settings") continue;  // no dialog, because main.js opens the sidebar
        if (name == "about-" || name == "note-") {
            CHECK(holds(script, "name.startsWith('" + name + "')"));
            continue;
        }
        CHECK((holds(rows, "\n    " + name + ": ") || holds(rows, "\n    '" + name + "': ")));
    }
    // A row begins with a name, four spaces in. Rows of several lines go on deeper and end with a bracket.
    int inTable = 0;
    for (std::size_t at = rows.find("\n    "); at != std::string::npos;
         at = rows.find("\n    ", at + 1))
        inTable += holds(" })]", rows.substr(at + 5, 1)) ? 0 : 1;
    CHECK(inTable + 4 == static_cast<int>(names.size()));
    AppState state = restingState();
    for (const Action& action : actions()) {
        for (const Command& command : commandsForAction(state, action.id)) {
            const auto* dialog = std::get_if<ShowDialog>(&command);
            if (dialog == nullptr) continue;
            INFO(dialog->name);
            const bool about = dialog->name.starts_with("about-");
            CHECK(names.contains(about ? "about-" : dialog->name));
        }
    }
}

TEST_CASE("every method and every panel can be chosen by name", "[app][tables]") {
    const auto named = [](const std::string& fields, std::string_view name) {
        INFO(fields);
        const auto found = std::ranges::find(actions(), fields, &Action::fields);
        REQUIRE(found != actions().end());
        if (!name.empty()) CHECK(found->name == name);
    };
    for (const ChoiceName& method : choiceNames<Method>())
        named("method=" + std::string(method.name), "");
    for (const ChoiceName& panel : choiceNames<Panel>())
        named("panel=" + std::string(panel.name), panel.label);
}
