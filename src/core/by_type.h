// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace hw {

/// A map from type to value: at most one value of each type. Code that only passes it on need not know the types.
/// Copies share the values. O(values) per call.
class ByType {
public:
    /// Replaces the value of this type.
    template <class T>
    void put(T value) {
        auto owned = std::make_shared<T>(std::move(value));
        entryOf(&tag<T>) = std::move(owned);
    }

    /// The value of this type, or a default-constructed one that is shared and belongs to no map.
    template <class T>
    const T& of() const {
        static const T none{};
        for (const Entry& entry : entries_) {
            if (entry.tag == &tag<T>) return *static_cast<const T*>(entry.value.get());
        }
        return none;
    }

    /// The value of this type, default-constructed on first use.
    template <class T>
    T& at() {
        std::shared_ptr<void>& value = entryOf(&tag<T>);
        if (value == nullptr) value = std::make_shared<T>();
        return *static_cast<T*>(value.get());
    }

private:
    template <class T>
    static inline char tag = 0;

    struct Entry {
        const char* tag;
        std::shared_ptr<void> value;
    };
    std::shared_ptr<void>& entryOf(const char* wanted) {
        for (Entry& entry : entries_) {
            if (entry.tag == wanted) return entry.value;
        }
        return entries_.emplace_back(wanted, nullptr).value;
    }

    std::vector<Entry> entries_;
};

}  // namespace hw
