// SPDX-License-Identifier: MIT
// Every option of every command with extreme values. Each is refused with one sentence or carried out, without a crash,
// and without allocating memory for a given number.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <climits>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "cli/arguments/numbers.h"
#include "cli/batch/batch.h"
#include "cli/program/answer.h"
#include "cli/program/command_table.h"
#include "cli/program/option_row.h"
#include "cli/program/parse_options.h"
#include "core/model/setting_fields.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;

/// A folder that is deleted afterwards.
struct Room {
    fs::path path;
    Room() {
        std::string name = (fs::temp_directory_path() / "headwaters-options-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~Room() { fs::remove_all(path); }
    std::string file(const std::string& name, const std::string& content) const {
        std::ofstream(path / name, std::ios::binary) << content;
        return (path / name).string();
    }
};

const std::string threeTokens =
    R"({"tokens":["the","cat","sat"],"attentions":[[[[0.5,0.3,0.2],[0.1,0.6,0.3],[0.2,0.2,0.6]],)"
    R"([[0.2,0.3,0.5],[0.1,0.6,0.3],[0.2,0.2,0.6]]],[[[0.1,0.1,0.8],[0.7,0.2,0.1],[0,0.5,0.5]],)"
    R"([[0.2,0.3,0.5],[0.1,0.6,0.3],[0.2,0.2,0.6]]]],"importance":{"blankout":[0.1,0.5,0.4]}})";

/// Everything that begins with two dashes in the help.
std::set<std::string> optionNames() {
    const std::string help = helpText("all");
    std::set<std::string> names;
    for (std::size_t at = help.find("--"); at != std::string::npos; at = help.find("--", at + 2)) {
        const std::size_t end = help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
        if (end > at + 2) names.insert(help.substr(at, end - at));
    }
    for (const char* const none : {"--help", "--version", "--state", "--FIELD"}) names.erase(none);
    return names;
}

std::vector<std::string> extremes(const std::string& folder) {
    std::vector<std::string> values{"",
                                    "0",
                                    "-1",
                                    "1",
                                    "65535",
                                    "65536",
                                    "1000000",
                                    "2147483646",
                                    "2147483647",
                                    "-2147483648",
                                    "2147483648",
                                    "4294967295",
                                    "9223372036854775807",
                                    "18446744073709551616",
                                    "1e308",
                                    "-1e308",
                                    "1e999",
                                    "nan",
                                    "inf",
                                    "0x7fffffff",
                                    "1e-320",
                                    "0-2147483647",
                                    "2147483640-2147483647",
                                    "0-65535,0-65535,0-65535",
                                    "1,2147483647/3,2147483647",
                                    "2147483647:2147483647",
                                    "2147483647:2147483647.2147483646:max:w1e308",
                                    "2147483647x2147483647",
                                    "99999999999999999999GB",
                                    "\xff\xfe",
                                    "\x1b[31m",
                                    std::string("1\0"
                                                "2",
                                                3),
                                    folder,
                                    "/dev/null"};
    values.push_back(std::string(100000, '9'));
    std::string list = "0";
    for (int i = 0; i < 20000; ++i) list += ",0";
    values.push_back(list);
    return values;
}

/// A refusal is a sentence with a remedy.
void isSentence(const Problem& problem) {
    CHECK_FALSE(problem.finding.empty());
    CHECK(problem.code != Code::internal);
}

struct Given {
    std::vector<std::string> words;
    std::string option;
};

void carryOut(const CommandOptions& options) {
    std::vector<Problem> warnings;
    if (const auto* const all = partOf<BatchOptions>(options)) {
        const auto outcome = batch(*all);
        if (!outcome) isSentence(outcome.error());
        fs::remove_all(all->out);
        return;
    }
    const auto text = answer(options, warnings);
    if (!text) isSentence(text.error());
}

TEST_CASE("a name that is listed a thousand times counts once") {
    std::vector<std::string> names{"flow"};
    std::string list = "gradients";
    for (int i = 0; i < 1000; ++i) list += ",flow,gradients";
    addNames(names, list);
    CHECK(names == std::vector<std::string>{"flow", "gradients"});
    const std::vector<std::string_view> words{"batch", "experiment", "--methods", list, "--model",
                                              "m",     "t",          "--out",     "o"};
    const auto options = parseOptions(words);
    REQUIRE(options);
    CHECK(partOf<BatchOptions>(**options)->experiment.methods.size() == 2);
}

TEST_CASE("every option of every command takes the extremes of every value, or refuses them") {
    const Room room;
    const std::string file = room.file("three.json", threeTokens);
    const std::string out = (room.path / "out").string();
    std::vector<std::vector<std::string>> commands{
        {"info", file}, {"correlate", file}, {"link", file},
        {"save", file}, {"figure", file},    {"explain", file, "--token", "0", "--input", "1"}};
    for (const MethodSpec& method : methods) commands.push_back({std::string(method.name), file});
    for (const char* const what : {"rollout", "correlate", "summary"})
        commands.push_back({"batch", what, file, "--out", out, "--quiet"});
    const std::set<std::string> names = optionNames();
    REQUIRE(names.size() > 60);
    int taken = 0;
    int refused = 0;
    for (const std::vector<std::string>& command : commands) {
        for (const std::string& name : names) {
            for (const std::string& value : extremes(room.path.string())) {
                std::vector<std::string> words = command;
                words.emplace_back("--quiet");
                const bool isOut = name == "--out";
                if (isOut && command[0] == "batch") continue;
                words.push_back(name + '=' + (isOut ? out : value));
                const std::vector<std::string_view> arguments(words.begin(), words.end());
                const auto options = parseOptions(arguments);
                if (!options) {
                    ++refused;
                    isSentence(options.error());
                    CHECK(options.error().code == Code::badArgument);
                    continue;
                }
                ++taken;
                // Batch syncs its output to disk. The options that it shares with other commands are tried with those.
                const bool isItsOwn = name == "--threads" || name == "--memory";
                if (command[0] != "batch" || isItsOwn) carryOut(**options);
            }
        }
    }
    CHECK(taken > 500);
    CHECK(refused > 5000);
}

TEST_CASE("every option finds its member in the options of each command that has it") {
    int taken = 0;
    for (const CommandRow& command : commandRows()) {
        std::vector<std::string_view> words{command.name, "raw", "x", ""};
        if (command.name != "batch") words.erase(words.begin() + 1);
        for (const std::string_view what :
             {"rollout", "correlate", "summary", "experiment", "why"}) {
            if (command.name == "batch")
                words[1] = what;
            else if (what != "rollout")
                continue;
            for (const OptionRow& row : optionRows()) {
                const std::string option =
                    std::string(row.name) + (row.argument.empty() ? "" : "=1");
                words.back() = option;
                INFO(command.name << ' ' << what << ' ' << option);
                const auto options = parseOptions(words);
                if (!options) isSentence(options.error());
                taken += options.has_value();
            }
        }
    }
    CHECK(taken > 200);
}

TEST_CASE("numbers beyond an option's row are refused, and its ends are taken") {
    for (const NumberRange& range : numberRanges) {
        INFO(range.option);
        CHECK(range.least < range.most);
        CHECK_FALSE(range.remedy.empty());
        CHECK(decimalNumber(std::to_string(range.least), range).has_value());
        CHECK(decimalNumber(std::to_string(range.most), range).has_value());
        CHECK_FALSE(decimalNumber(std::to_string(range.most + 1), range));
        CHECK_FALSE(decimalNumber(std::to_string(range.least - 1), range));
        CHECK(&rangeOf(range.option) == &range);
    }
    // An option without a row in the table takes nothing.
    CHECK_FALSE(wholeNumber("1", rangeOf("--forgotten")));
}

TEST_CASE("every setting that is a number or a list of some has a row, or a range of its own") {
    forEachSetting([](const auto& field) {
        using Value = typename std::remove_cvref_t<decltype(field)>::Value;
        if (field.option.empty()) return;
        constexpr bool isCounted = std::is_same_v<Value, int> ||
                                   std::is_same_v<Value, std::vector<int>> ||
                                   std::is_same_v<Value, std::vector<double>> ||
                                   std::is_same_v<Value, std::vector<LayerHeads>>;
        INFO(field.option);
        if (isCounted) CHECK_FALSE(rangeOf("--" + std::string(field.option)).option.empty());
    });
}

TEST_CASE("a list ends with the largest number that there is") {
    const NumberRange all{"", INT_MIN, INT_MAX, ""};
    CHECK(numberList("2147483647", all) == std::vector{INT_MAX});
    CHECK(numberList("2147483646-2147483647", all) == std::vector{INT_MAX - 1, INT_MAX});
    CHECK_FALSE(numberList("0-2147483647", all));
    CHECK(numberList("0-65534,0", rangeOf("--heads")).has_value());
    CHECK_FALSE(numberList("0-65534,0,1", rangeOf("--heads")));
}

}  // namespace
}  // namespace hw::cli
