// SPDX-License-Identifier: MIT
// Loads tensors by role. Finds names, checks shapes, and keeps the first error.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/network/network.h"

namespace hw::model {

class Loader {
public:
    Loader(const ModelFiles& files, const Spec& spec, const Progress& progress, const Stop& stop);

    /// Checks that products of the Spec's sizes fit int, because they are rows and columns.
    void checkSizes();
    /// Chooses the prefix of all following names: the Spec's first one under which the embeddings are found, or blocks
    /// if a tied table has only the head's name. Errors: none of them is found.
    void choosePrefix();
    /// The table of embeddings, under its own name or, if they are tied, the head's.
    Weight embeddings(int rows, int columns);
    /// From here on names are complete.
    void leavePrefix() { prefix_.clear(); }
    /// Sets a prefix of names, such as that of a block.
    void enter(std::string front) { front_ = std::move(front); }

    bool has(std::string_view name) const { return find(name, ".weight") != nullptr; }
    /// `names` are alternatives separated by `|`, without ".weight". Rows are outputs, or the file's columns if
    /// Spec::isInOut and `mayBeInOut`.
    Weight matrix(std::string_view names, int rows, int columns, bool mayBeInOut = false);
    /// A matrix with its bias.
    Linear linear(std::string_view names, bool hasBias, int rows, int columns,
                  bool mayBeInOut = false);
    /// Filters of any shape as a matrix with the first dimension as rows, such as a picture's patches,
    /// [rows][3][patch][patch].
    Weight filters(std::string_view names, const std::vector<std::int64_t>& shape);
    /// Empty names give no norm.
    Norm norm(std::string_view names, int width, bool hasBias, NormKind kind, float epsilon);
    /// A tensor with this many numbers and any shape. The name includes its ending.
    std::vector<float> vector(std::string_view names, std::int64_t size);
    /// Rows and columns of a matrix as numbers.
    std::vector<float> table(std::string_view names, int rows, int columns);
    /// The first dimension of a tensor; 0 if there is none with that name.
    int firstDimension(std::string_view names) const;

    void fail(Problem problem);
    bool failed() const { return problem_.has_value(); }
    const Problem& problem() const { return *problem_; }
    /// The names of unused tensors, except buffers of training code. Errors: one of them belongs to a block, or to a
    /// GGUF file's model, where it would change the numbers.
    std::vector<std::string> unused();
    std::uint64_t parameters() const { return parameters_; }
    std::uint64_t bytes() const { return bytes_; }

private:
    const StoredTensor* find(std::string_view names, std::string_view suffix) const;
    const StoredTensor* need(std::string_view names, std::string_view suffix,
                             std::string_view otherSuffix = {});
    Weight weight(std::string_view names, const std::vector<std::int64_t>& shape, bool inOut);
    bool expect(const StoredTensor& tensor, const std::vector<std::int64_t>& shape);
    std::vector<float> values(const StoredTensor& tensor, std::int64_t size);
    void count(const StoredTensor& tensor);
    bool isNeeded(std::string_view name) const;

    const ModelFiles& files_;
    const Spec& spec_;
    const Progress& progress_;
    const Stop& stop_;
    std::string base_;  ///< the prefix of the blocks
    std::string prefix_;
    std::string front_;
    std::set<std::string, std::less<>> used_;
    std::optional<Problem> problem_;
    std::uint64_t parameters_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t all_ = 0;  ///< bytes of the file's tensors, for progress
};

}  // namespace hw::model
