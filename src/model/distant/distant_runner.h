// SPDX-License-Identifier: MIT
// Internal parts of model/distant/distant: messages that were checked, and the runner that requests every run.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "io/write/json_writer.h"
#include "model/ask/runner.h"
#include "model/distant/distant.h"
#include "model/service/fields.h"

namespace hw::service {

/// A message whose values were checked.
struct CheckedMessage {
    io::Tree tree;
    std::vector<float> numbers;
    Values values() const { return {tree, io::Tree::root}; }
};
Result<CheckedMessage> checkMessage(Message message, std::span<const Field> fields);
/// Ends the request and sends it.
Result<CheckedMessage> answerTo(const Exchange& exchange, JsonWriter& request,
                                std::span<const Field> fields = {});
/// The error for a wrong count of numbers.
std::unexpected<Problem> badMessage(std::string_view place);
/// A required list of numbers.
constexpr Field numbersField(std::string_view name) {
    constexpr double most = 1e7;
    return {.name = name, .kind = FieldKind::numbers, .most = most, .isNeeded = true};
}

/// Sizes of a stack, and its numbers by layer.
struct Layers {
    model::Stack stack = model::Stack::encoder;
    int layers = 0;
    int heads = 0;
    int queries = 0;
    int keys = 0;
    std::vector<std::vector<float>> weights = {};
    std::vector<std::vector<float>> runGradients = {};

    std::size_t size() const { return std::size_t{1} * heads * queries * keys; }
    model::StackView view() const {
        return {stack, layers, heads, queries, keys, weights, runGradients};
    }
};

/// Takes the numbers of all stacks from the front. Returns false if there are too few.
bool take(std::span<const float>& numbers, std::vector<Layers>& stacks,
          std::vector<std::vector<float>> Layers::* part);

/// Has the run of the question. All other runs are requested.
class DistantRunner final : public model::Runner {
public:
    DistantRunner(const Exchange& exchange, std::vector<Layers> stacks, double value,
                  std::vector<double> read)
        : exchange_(exchange), stacks_(std::move(stacks)), value_(value), read_(std::move(read)) {}
    /// Sets the progress of a search, from 0 to 1.
    void searched(double done) { done_ = done; }

    Result<void> check(const model::Target& /*target*/, bool /*changes*/) const override {
        return {};
    }
    std::vector<model::StackView> stacks() const override;
    std::vector<double> read(const model::Target& /*target*/) const override { return read_; }
    double value(const model::Target& /*target*/) const override { return value_; }
    Result<std::vector<float>> outputs(std::span<const model::Unit> cut, model::CutRule rule,
                                       const model::Target& target,
                                       const model::Stop& stop) const override;
    Result<model::RunGradients> runGradients(std::span<const model::Unit> cut, model::CutRule rule,
                                             const model::Target& target, model::UnitKind kind,
                                             const model::Stop& stop) const override;
    Result<std::vector<double>> values(const std::vector<std::vector<model::Unit>>& lists,
                                       model::CutRule rule, const model::Target& target,
                                       const model::CutRuns& how) const override;

private:
    /// Begins a request. The caller ends it.
    JsonWriter beginRequest(std::string_view call, model::CutRule rule,
                            const model::Target& target) const;

    const Exchange& exchange_;
    std::vector<Layers> stacks_;
    double value_;
    std::vector<double> read_;
    std::optional<double> done_;
};

}  // namespace hw::service
