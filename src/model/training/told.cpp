// SPDX-License-Identifier: MIT
#include "model/training/told.h"

#include <algorithm>

#include "io/write/json_writer.h"

namespace hw::model {
namespace {

void write(JsonWriter& json, int step, const Measured& measured, bool hasHardTest) {
    json.beginObject()
        .field("step", step)
        .field("accuracy", measured.accuracy.share())
        .field("whole", measured.accuracy.wholeShare())
        .key("hard");
    if (hasHardTest)
        json.value(measured.hard.share());
    else
        json.null();
    json.key("heads").beginArray();
    for (const train::HeadScore& one : measured.heads)
        json.beginArray().value(one.previous).value(one.repeated).value(one.source).endArray();
    json.endArray().key("naming").beginArray();
    for (const train::NamingCount& one : measured.naming)
        if (one.asked > 0) json.beginArray().value(one.share()).value(one.shareBefore()).endArray();
    json.endArray().field("hash", measured.hash).endObject();
}

}  // namespace

std::string describedJson(const Training& training) {
    const train::Recipe& recipe = training.recipe();
    JsonWriter json;
    json.beginObject()
        .field("name", recipe.name)
        .field("task", recipe.task.name)
        .field("version", recipe.version)
        .field("seed", static_cast<unsigned long long>(training.seed()))
        .key("seeds")
        .beginArray();
    for (const std::uint64_t seed : recipe.seeds) json.value(static_cast<unsigned long long>(seed));
    json.endArray()
        .field("steps", recipe.optimiser.steps)
        .field("measuredEvery", recipe.measuredEvery)
        .field("layers", recipe.shape.layers)
        .field("heads", recipe.shape.heads)
        .field("hasHardTest", recipe.task.hasHardTest)
        .array("words", recipe.task.words)
        .array("examples", training.examples());
    return json.endObject().take();
}

std::string pointsJson(const Training& training, int from) {
    const auto records = training.records();
    const auto first = std::min(static_cast<std::size_t>(from), records.size());
    JsonWriter json;
    json.beginObject()
        .field("step", training.step())
        .field("isFinished", training.step() >= training.recipe().optimiser.steps)
        .field("from", static_cast<int>(first))
        .key("losses")
        .beginArray();
    for (const train::StepRecord& one : records.subspan(first)) json.value(one.loss);
    json.endArray().key("norms").beginArray();
    for (const train::StepRecord& one : records.subspan(first)) json.value(one.norm);
    json.endArray().key("measured").beginArray();
    for (const auto& [step, measured] : training.measured())
        if (step > from || from == 0)
            write(json, step, measured, training.recipe().task.hasHardTest);
    return json.endArray().endObject().take();
}

std::string measuredJson(int step, const Measured& measured, bool hasHardTest) {
    JsonWriter json;
    write(json, step, measured, hasHardTest);
    return json.take();
}

std::string accuracyJson(int step, const train::Accuracy& accuracy) {
    JsonWriter json;
    json.beginObject()
        .field("step", step)
        .field("right", accuracy.right)
        .field("counted", accuracy.counted)
        .field("share", accuracy.share())
        .field("sequences", accuracy.sequences)
        .field("whole", accuracy.wholeShare());
    return json.endObject().take();
}

}  // namespace hw::model
