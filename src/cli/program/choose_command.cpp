// SPDX-License-Identifier: MIT
#include "cli/program/choose_command.h"

#include <array>
#include <utility>

namespace hw::cli {

bool chooseCommand(Options& options, std::string_view word) {
    if (const auto method = fromName<Method>(word)) {
        options.command = Command::method;
        options.method = *method;
        return true;
    }
    constexpr std::array<std::pair<std::string_view, Command>, 13> others{
        {{"info", Command::info},
         {"correlate", Command::correlate},
         {"explain", Command::explain},
         {"link", Command::link},
         {"save", Command::save},
         {"figure", Command::figure},
         {"batch", Command::batch},
         {"merge", Command::merge},
         {"tokenize", Command::tokenize},
         {"run", Command::run},
         {"model", Command::model},
         {"ask", Command::ask},
         {"why", Command::why}}};
    for (const auto& [name, command] : others) {
        if (name != word) continue;
        options.command = command;
        return true;
    }
    return false;
}

bool isForPeople(const Options& options) {
    return options.command != Command::method && options.command != Command::batch;
}

}  // namespace hw::cli
