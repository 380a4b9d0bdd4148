// SPDX-License-Identifier: MIT
// Threads finish examples in any order. Their results are written in the order of the inputs, so that the result files
// are the same bytes with any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

namespace hw::cli {

/// Not thread safe. Callers that share it hold a lock.
class OrderedActions {
public:
    using Act = std::function<void()>;

    /// The number of the next input. Inputs are taken in their order.
    std::uint64_t begin() { return started_++; }
    /// An input was opened. `act` takes place before those of its `examples`.
    void opened(std::uint64_t input, int examples, Act act);
    /// The `index`th of an input's examples, from 0, is computed. `bytes` is the memory of its act.
    void computed(std::uint64_t input, int index, std::size_t bytes, Act act);

    /// True if so many results wait for an earlier example that only the next one should begin.
    bool isFull() const { return waiting_ >= mostWaiting || bytes_ >= mostBytes; }
    /// Whether all acts before this example have taken place.
    bool isNext(std::uint64_t input, int index) const;

private:
    static constexpr std::size_t mostWaiting = 4096;
    static constexpr std::size_t mostBytes = std::size_t{1} << 26;

    struct Done {
        std::size_t bytes = 0;
        Act act;
    };
    struct OpenInput {
        bool isOpen = false;
        Act act;
        int examples = 0;
        int next = 0;
        std::map<int, Done> done;
    };
    void advance();

    std::map<std::uint64_t, OpenInput> inputs_;
    std::uint64_t started_ = 0;
    std::uint64_t next_ = 0;  ///< the input whose turn it is
    std::size_t waiting_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace hw::cli
