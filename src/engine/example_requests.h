// SPDX-License-Identifier: MIT
// Messages about examples that have to be made first. Internal to engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "protocol/messages.h"

namespace hw {

class ExampleRequests {
public:
    /// True on the first request for it, after which its maker gets a message.
    bool add(std::uint32_t document, const Recipe& recipe) {
        if (std::ranges::find(asked_, Key{document, recipe}) != asked_.end()) return false;
        asked_.push_back({document, recipe});
        return true;
    }
    /// Keeps a message until the example has come.
    void wait(std::uint32_t document, const Recipe& recipe, wire::ToEngine message) {
        waiting_.push_back({{document, recipe}, std::move(message)});
    }
    /// The messages that waited for the example, in their order. It has come, or never will.
    std::vector<wire::ToEngine> take(std::uint32_t document, const Recipe& recipe) {
        const Key key{document, recipe};
        std::erase(asked_, key);
        return takeIf([&](const Key& other) { return other == key; });
    }
    /// The messages that waited for any example of a closed document.
    std::vector<wire::ToEngine> takeAll(std::uint32_t document) {
        std::erase_if(asked_, [&](const Key& key) { return key.first == document; });
        return takeIf([&](const Key& key) { return key.first == document; });
    }

private:
    using Key = std::pair<std::uint32_t, Recipe>;
    template <class Test>
    std::vector<wire::ToEngine> takeIf(Test isMeant) {
        std::vector<wire::ToEngine> taken;
        for (auto& [key, message] : waiting_) {
            if (isMeant(key)) taken.push_back(std::move(message));
        }
        std::erase_if(waiting_, [&](const auto& one) { return isMeant(one.first); });
        return taken;
    }
    std::vector<Key> asked_;
    std::vector<std::pair<Key, wire::ToEngine>> waiting_;
};

}  // namespace hw
