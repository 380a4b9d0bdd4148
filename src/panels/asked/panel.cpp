// SPDX-License-Identifier: MIT
// The page's program only knows whether the views that ask the model have an answer. It never sees their content.
#include <algorithm>

#include "panels/asked/about.h"
#include "panels/registry.h"

namespace hw {
namespace {

bool answers(const ExampleSummary& example, std::string_view question) {
    return std::ranges::find(example.asks, question) != example.asks.end();
}

}  // namespace

constinit const PanelSpec wordsPanel{
    .about = &wordsAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "blanked"); }};

constinit const PanelSpec lensPanel{
    .about = &lensAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "lens"); }};

constinit const PanelSpec swapPanel{
    .about = &swapAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "swap"); }};

constinit const PanelSpec experimentPanel{
    .about = &experimentAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "experiment"); }};

constinit const PanelSpec decidesPanel{
    .about = &decidesAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "decide"); }};

constinit const PanelSpec circuitPanel{
    .about = &circuitAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "circuit"); }};

constinit const PanelSpec patchesPanel{
    .about = &patchesAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "patches"); }};

constinit const PanelSpec contactsPanel{
    .about = &contactsAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "contacts"); }};

constinit const PanelSpec soundPanel{
    .about = &soundAbout,
    .isThere = [](const ExampleSummary& example) { return answers(example, "sound"); }};

}  // namespace hw
