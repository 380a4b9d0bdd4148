// SPDX-License-Identifier: MIT
// Compares the options in the help of ask with the service's table, which accepts them.
#include "cli/program/parse_options.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "model/service/recipe.h"
#include "model/service/run_questions.h"

namespace hw::cli {
namespace {

/// The help from an option's line to the next one's.
std::string helpOf(std::string_view option) {
    const std::string help = helpText("all");
    const std::size_t at = help.find("\n  " + std::string(option) + ' ');
    REQUIRE(at != std::string_view::npos);
    return help.substr(at, help.find("\n  --", at + 1) - at);
}

}  // namespace

TEST_CASE("the help of ask names each choice of the service's table") {
    for (const std::string_view option : {"--rule", "--among"}) {
        const service::Field& field = service::argumentOf("effects", option.substr(2));
        CHECK(field.choices.size() > 1);
        for (const ChoiceName& choice : field.choices) {
            INFO(option << ' ' << choice.name);
            CHECK(helpOf(option).find(choice.name) != std::string_view::npos);
        }
    }
    const service::Field& steps = service::argumentOf("effects", "steps");
    CHECK((steps.least == 1 && steps.most >= service::usualSteps));
    CHECK(helpOf("--steps").find("without it " + std::to_string(service::usualSteps)) !=
          std::string_view::npos);
}

}  // namespace hw::cli
