// SPDX-License-Identifier: MIT
#include "cli/threads/ordered_actions.h"

#include <utility>

namespace hw::cli {

void OrderedActions::opened(std::uint64_t input, int examples, Act act) {
    OpenInput& own = inputs_[input];
    own.isOpen = true;
    own.examples = examples;
    own.act = std::move(act);
    advance();
}

void OrderedActions::computed(std::uint64_t input, int index, std::size_t bytes, Act act) {
    inputs_[input].done[index] = {bytes, std::move(act)};
    ++waiting_;
    bytes_ += bytes;
    advance();
}

bool OrderedActions::isNext(std::uint64_t input, int index) const {
    if (input != next_) return false;
    const auto own = inputs_.find(input);
    return own != inputs_.end() && own->second.next == index;
}

void OrderedActions::advance() {
    for (auto first = inputs_.find(next_); first != inputs_.end() && first->second.isOpen;
         first = inputs_.find(next_)) {
        OpenInput& own = first->second;
        if (own.act) std::exchange(own.act, {})();
        while (own.next < own.examples) {
            const auto ready = own.done.find(own.next);
            if (ready == own.done.end()) return;
            const Done done = std::move(ready->second);
            own.done.erase(ready);
            ++own.next;
            --waiting_;
            bytes_ -= done.bytes;
            done.act();
        }
        inputs_.erase(first);
        ++next_;
    }
}

}  // namespace hw::cli
