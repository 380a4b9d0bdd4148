// SPDX-License-Identifier: MIT
#include "cli/model/apply_model.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/model/model_run.h"
#include "cli/options.h"
#include "cli/setting_options.h"
#include "model/decoding/decode.h"
#include "model/run/target.h"
#include "model/service/asks.h"

namespace hw::cli {
namespace {

Result<void> checkTokenize(const Options& options) {
    if (options.command != Command::tokenize) return {};
    if (options.texts.empty() && !options.model.text)
        return usage(
            "No texts are given.",
            "Add --text TEXT, or --texts FILE, a JSON list, or --texts - for standard input.");
    if (!options.texts.empty() && (options.model.text || options.model.pair))
        return usage("--text and --texts exclude each other.", "Leave one of them out.");
    return {};
}

using service::CutKind;
using service::Rule;

/// A mean is of what a head gives: none is defined of weights.
Result<void> checkRule(const ModelOptions& own) {
    for (const service::Cut& cut : own.cuts)
        if (own.recipe.rule == Rule::mean &&
            (cut.kind == CutKind::edges || cut.kind == CutKind::minimum))
            return usage("--rule mean is for heads: an attention weight has no mean.",
                         "Cut heads with --cut-head, or use --rule zero or renormalise.");
    return {};
}

/// The commands that read documents.
bool takesModel(const Options& options) {
    constexpr std::array readers{Command::info,    Command::method, Command::correlate,
                                 Command::explain, Command::link,   Command::save,
                                 Command::figure,  Command::batch};
    return std::ranges::find(readers, options.command) != readers.end();
}

/// --model and --text of the commands that read documents.
Result<void> checkReader(const Options& options) {
    const ModelOptions& own = options.model;
    const bool hasModel = !own.model.empty();
    const bool asksModel = !own.target.empty() || own.as || own.gradients || !own.scores.empty() ||
                           !own.testWords.empty();
    if (asksModel && !hasModel)
        return usage("--target, --as, --scores, --test-words and --gradients belong to a model.",
                     "Name it with --model.");
    if (options.command == Command::batch) {
        if (own.text || own.pair || !own.image.empty())
            return usage("batch reads its texts from files.",
                         "Leave --text out, and name a file with a text a line.");
    } else if ((own.text.has_value() || !own.image.empty()) != hasModel) {
        return usage("--model and --text or --image belong together.");
    } else if (own.pair && !hasModel) {
        return usage("--pair belongs to --model.");
    }
    if (hasModel && options.reading != OpenOptions{.ignoreKeys = options.reading.ignoreKeys})
        return usage("An option about reading a file makes no sense of a model.",
                     "Leave out --softmax, --average-heads, --tokens and the like.");
    return {};
}

/// An option that is an argument of the question that ask asks.
Result<int> argumentOf(std::string_view option, std::string_view value) {
    return taken(service::argumentOf("effects", option.substr(2)), option, value);
}

}  // namespace

const service::RecipeField* recipeOption(std::string_view name) {
    for (const service::RecipeField& row : service::recipeFields())
        if (!row.help.empty() && name.starts_with("--") && name.substr(2) == row.field.name)
            return &row;
    return nullptr;
}

Result<int> taken(const service::Field& field, std::string_view option, std::string_view value) {
    const bool isChoice = field.kind == service::FieldKind::choice;
    const auto number = isChoice ? placeOf(field.choices, value) : wholeNumber(value).value_or(-1);
    if (number < field.least || number > field.most)
        return badValue(option, value, service::remedyFor(field));
    return number;
}

Result<bool> applyAsk(Options& options, std::string_view name, std::string_view value) {
    ModelOptions& own = options.model;
    constexpr std::pair<std::string_view, CutKind> kinds[] = {{"--cut", CutKind::edges},
                                                              {"--cut-head", CutKind::head},
                                                              {"--cut-residual", CutKind::residual},
                                                              {"--cut-min", CutKind::minimum},
                                                              {"--hide", CutKind::hidden}};
    for (const auto& [option, kind] : kinds)
        if (name == option) {
            own.cuts.push_back({kind, std::string(value)});
            return true;
        }
    for (const auto& [option, to] : {std::pair{"--target", &own.target},
                                     {"--question", &own.question},
                                     {"--swap-text", &own.recipe.clean},
                                     {"--swap-places", &own.recipe.swaps}}) {
        if (name != option) continue;
        *to = value;
        return true;
    }
    if (name == "--with") {
        own.arguments.emplace_back(value);
        return true;
    }
    if (name == "--by") {
        if (value != "words" && value != "tokens")
            return badValue(name, value, "Use words or tokens.");
        own.byWords = value == "words";
        return true;
    }
    if (name == "--as") {
        constexpr auto numbers =
            wordsOf<model::TargetKind>().first(std::to_underlying(model::TargetKind::cosine));
        const int kind = placeOf(numbers, value);
        if (kind < 0) return badValue(name, value, "Use one of: " + listOf(numbers) + ".");
        own.as = static_cast<model::TargetKind>(kind);
        return true;
    }
    if (name == "--scores") {
        addNames(own.scores, value);
        return true;
    }
    if (name == "--test-words") {
        for (const std::string_view piece : pieces(value, ',')) {
            constexpr std::array<std::string_view, 4> ways{"hide", "mask", "delete", "replace"};
            if (std::ranges::find(ways, piece) == ways.end() && !piece.starts_with("replace:"))
                return badValue(name, value,
                                "Use some of: hide, mask, delete, replace, replace:TOKEN.");
            own.testWords.emplace_back(piece);
        }
        return true;
    }
    const auto number = argumentOf(name, value);
    if (!number) return std::unexpected(number.error());
    if (name == "--rule") {
        own.recipe.rule = static_cast<Rule>(*number);
        own.isRuleGiven = true;
    } else {
        own.steps = *number;
    }
    return true;
}

Result<bool> applyAmong(Options& options, std::string_view name, std::string_view value) {
    // A figure's link has a field for it.
    if (options.command == Command::figure) options.figure.fields.emplace_back("among", value);
    const auto number = argumentOf(name, value);
    if (!number) return std::unexpected(number.error());
    options.model.among = static_cast<Among>(*number);
    options.model.isAmongGiven = true;
    return true;
}

Result<bool> applyWrite(Options& options, std::string_view name, std::string_view value) {
    ModelOptions& own = options.model;
    const bool isSeed = name == "--seed";
    const bool isWhole = isSeed || name == "--generate" || name == "--top-k";
    const NumberRange& range = rangeOf(name);
    if (isWhole) {
        const auto number = wholeNumber(value, range);
        if (!number) return badValue(name, value, std::string(range.remedy));
        if (name == "--generate") {
            own.generate = number;
            return true;
        }
        (isSeed ? own.write.seed : own.write.topK) = *number;
    } else {
        const auto number = decimalNumber(value, range);
        if (!number) return badValue(name, value, std::string(range.remedy));
        (name == "--temperature" ? own.write.temperature : own.write.topP) = *number;
    }
    own.write.isAsked = true;
    return true;
}

Result<bool> applyRecipe(Options& options, std::string_view name, std::string_view value) {
    ModelOptions& own = options.model;
    const service::Field mostTokens{
        .kind = service::FieldKind::whole, .least = 1, .most = model::mostWritten - 1};
    const service::RecipeField* row = recipeOption(name);
    if (row != nullptr && row->field.kind == service::FieldKind::text) {
        own.recipe.*std::get<std::string service::Recipe::*>(row->member) = value;
        return true;
    }
    const auto number = taken(row == nullptr ? mostTokens : row->field, name, value);
    if (!number) return std::unexpected(number.error());
    (row == nullptr ? own.mostTokens : own.recipe.*std::get<int service::Recipe::*>(row->member)) =
        *number;
    return true;
}

Result<bool> applyPosition(Options& options, std::string_view name, std::string_view value) {
    const auto number = wholeNumber(value);
    if (!number || *number < 0) return badValue(name, value, "Tokens count from 0.");
    options.model.position = *number;
    return true;
}

Result<void> checkModel(const Options& options) {
    if (auto good = checkTokenize(options); !good) return good;
    const ModelOptions& own = options.model;
    const bool isAsk = options.command == Command::ask;
    const bool isWhy = options.command == Command::why;
    const bool isRun = options.command == Command::run;
    const bool isReader = takesModel(options) && !own.model.empty();
    if (own.write.isAsked && !own.generate)
        return usage("How tokens are chosen matters only where some are written.",
                     "Say how many: --generate 40.");
    if (own.generate && (!own.text || own.pair))
        return usage("--generate goes on with one text.", "Give it with --text.");
    if (own.isChat && (own.pair || own.output || !own.image.empty()))
        return usage("--chat takes one text.", "Leave out --pair, --output and --image.");
    if (!own.said.empty() && (!own.isChat || own.said.size() % 2 != 0))
        return usage(
            "--said stands before a message with --chat: a message, its answer, and so on.",
            "Give each twice: --said Hello --said \"Hi!\" --chat --text \"And you?\".");
    if (!own.name.empty() && !isRun && !isReader)
        return usage("--name belongs to run and --model.", "Name the model with --model.");
    const bool isWriting = own.recipe.beams != 1 || own.mostTokens != 0;
    if (own.output && isWriting)
        return usage("--output gives the text that --beams and --max-tokens would search.",
                     "Leave out the one or the others.");
    if (own.text && !own.image.empty())
        return usage("--text and --image exclude each other.", "Compare with texts by --class.");
    if (!own.recipe.wiped.empty() && own.image.empty()) return usage("--wiped belongs to --image.");
    if (!own.classes.empty() && own.image.empty()) return usage("--class belongs to --image.");
    if ((isAsk || isWhy || isRun) && !own.text && own.image.empty())
        return usage("There is no text.", "Give it with --text, or a picture with --image.");
    if (takesModel(options))
        if (auto good = checkReader(options); !good) return good;
    if (isWhy && own.testWords.size() > 1)
        return usage("why tests words in one way.", "Name one: --test-words mask.");
    if (!isAsk) return {};
    if (own.gradients && own.out.empty())
        return usage("--gradients needs --out.", "Name a file that ends in .safetensors.");
    if (!own.out.empty() && !own.out.ends_with(".safetensors"))
        return usage("ask writes a file that ends in .safetensors.");
    if (auto good = checkQuestionOptions(own); !good) return good;
    return checkRule(own);
}

}  // namespace hw::cli
