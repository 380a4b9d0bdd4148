// SPDX-License-Identifier: MIT
#include "cli/train/train.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/input.h"
#include "cli/output/atomic_file.h"
#include "cli/output/table_numbers.h"
#include "cli/setting_options.h"
#include "io/write/json_writer.h"
#include "model/train/files.h"
#include "model/train/trainer.h"

namespace hw::cli {
namespace {

namespace fs = std::filesystem;
using hw::train::Accuracy;
using hw::train::Cut;
using hw::train::Purpose;
using hw::train::Recipe;
using hw::train::StepRecord;
using hw::train::Trainer;

constexpr std::size_t mostRecipeBytes = 4 << 20;

Result<std::string> recipeText(const std::string& file) {
    std::string text;
    const auto read = readFile(
        file, [](auto) {},
        [&](std::span<const std::byte> piece) -> Result<void> {
            if (text.size() + piece.size() > mostRecipeBytes)
                return usage("The recipe has more than 4 MB.", "Is it the right file?");
            text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
            return {};
        });
    if (!read) return std::unexpected(read.error());
    return text;
}

Result<Recipe> recipeOf(const TrainOptions& options) {
    std::error_code unknown;
    const bool isFile = options.file == "-" || options.file.ends_with(".json") ||
                        fs::is_regular_file(options.file, unknown);
    auto text = isFile ? recipeText(options.file) : options.file;
    if (!text) return std::unexpected(text.error());
    auto recipe = isFile ? hw::train::readRecipe(*text) : hw::train::recipeFrom(*text);
    if (recipe && options.steps) recipe->optimiser.steps = *options.steps;
    return recipe;
}

/// What is measured at a step.
struct Measured {
    Accuracy accuracy;
    std::optional<Accuracy> hard;
};

Measured measure(Trainer& trainer) {
    Measured measured{trainer.accuracy(trainer.weights()), {}};
    if (trainer.recipe().task.hasHardTest)
        measured.hard = trainer.accuracy(trainer.weights(), {}, Purpose::hard);
    return measured;
}

/// The share of right answers without each head, [layer][head].
std::vector<std::vector<double>> withoutHeads(Trainer& trainer) {
    std::vector<std::vector<double>> shares;
    for (int layer = 0; layer < trainer.recipe().shape.layers; ++layer) {
        auto& row = shares.emplace_back();
        for (int head = 0; head < trainer.recipe().shape.heads; ++head) {
            const Cut cut{.layer = layer, .head = head};
            row.push_back(trainer.accuracy(trainer.weights(), {&cut, 1}).share());
        }
    }
    return shares;
}

std::string jsonLine(const StepRecord& record, const std::optional<Measured>& measured,
                     Trainer* finished) {
    JsonWriter json;
    json.beginObject().field("step", record.step).field("loss", record.loss);
    json.field("norm", record.norm).field("rate", record.rate);
    if (measured) {
        json.field("accuracy", measured->accuracy.share());
        json.field("whole", measured->accuracy.wholeShare());
        if (measured->hard) json.field("hard", measured->hard->share());
    }
    if (finished != nullptr) {
        json.key("without_head").beginArray();
        for (const auto& row : withoutHeads(*finished)) {
            json.beginArray();
            for (const double share : row) json.value(share);
            json.endArray();
        }
        json.endArray().field("hash", hw::train::hashOf(finished->weights()));
    }
    return json.endObject().take() + '\n';
}

std::string padded(std::string text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + std::move(text);
}

std::string percent(double share) { return columnNumber(100 * share, 1) + " %"; }

std::string headLine(bool hasHardTest) {
    return std::string("  step       loss  accuracy") + (hasHardTest ? "  hard test" : "") + '\n';
}

std::string tableRow(int step, double loss, const Measured& measured) {
    std::string row = padded(std::to_string(step), 6) + padded(columnNumber(loss, 4), 11) +
                      padded(percent(measured.accuracy.share()), 10);
    if (measured.hard) row += padded(percent(measured.hard->share()), 11);
    return row + '\n';
}

std::string headTable(Trainer& trainer) {
    std::string text = "Accuracy without one head:\n";
    const auto shares = withoutHeads(trainer);
    for (std::size_t layer = 0; layer < shares.size(); ++layer) {
        text += "  layer " + std::to_string(layer + 1);
        for (const double share : shares[layer]) text += padded(percent(share), 9);
        text += '\n';
    }
    return text;
}

Result<void> writeFolder(const std::string& folder, const Recipe& recipe,
                         const hw::train::Weights& weights) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) {
        return std::unexpected(Problem{Code::cannotRead, folder,
                                       "The folder can't be made: " + failure.message() + '.',
                                       "Name another folder with --out.", std::nullopt});
    }
    for (const auto& file : hw::train::modelFiles(recipe, weights))
        if (auto written = replaceFile((fs::path(folder) / file.name).string(), file.bytes);
            !written)
            return written;
    return {};
}

}  // namespace

Result<void> train(const TrainOptions& options, const TakeLines& take) {
    auto recipe = recipeOf(options);
    if (!recipe) return std::unexpected(recipe.error());
    const int steps = recipe->optimiser.steps;
    if (options.at && *options.at > steps)
        return usage("The training has only " + std::to_string(steps) + " steps.",
                     "Use a smaller --at.");
    auto trainer = Trainer::create(std::move(*recipe), static_cast<std::uint64_t>(options.seed));
    if (!trainer) return std::unexpected(trainer.error());
    const bool isTable = options.format == Format::text;
    const int every = trainer->recipe().measuredEvery;
    if (isTable && !take(headLine(trainer->recipe().task.hasHardTest))) return {};
    for (int step = 0; step < steps; ++step) {
        const bool isLast = step + 1 == steps;
        std::optional<Measured> measured;
        if (step % every == 0 && !isLast) measured = measure(*trainer);
        const auto record = trainer->advance();
        if (!record) return std::unexpected(record.error());
        if (isLast) measured = measure(*trainer);
        const bool goesOn =
            !isTable   ? take(jsonLine(*record, measured, isLast ? &*trainer : nullptr))
            : measured ? take(tableRow(isLast ? steps : step, record->loss, *measured))
                       : true;
        if (!goesOn) return {};
    }
    if (isTable && !take(headTable(*trainer))) return {};
    if (options.out.empty()) return {};
    const auto weights = trainer->at(options.at.value_or(steps));
    if (!weights) return std::unexpected(weights.error());
    return writeFolder(options.out, trainer->recipe(), *weights);
}

}  // namespace hw::cli
