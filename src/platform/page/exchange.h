// SPDX-License-Identifier: MIT
// Values cross between JavaScript and the page's module through the inbox (hw_buffer) and the outbox.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/page/app.h"
#include "protocol/bytes.h"

namespace hw {

inline std::span<const std::byte> incomingBytes(int length) {
    return std::span<const std::byte>(app().inbox).first(length);
}

/// The inbox as text.
inline std::string_view incoming(int length) {
    return {reinterpret_cast<const char*>(app().inbox.data()), static_cast<std::size_t>(length)};
}

/// The inbox as a list of at least `wanted` texts (protocol/bytes.h). Missing ones are empty.
inline std::vector<std::string> incomingTexts(int length, std::size_t wanted = 0) {
    std::vector<std::string> texts;
    ByteReader read(incomingBytes(length));
    read(texts);
    if (texts.size() < wanted) texts.resize(wanted);
    return texts;
}

/// Puts text into the outbox. Valid until the next call of any function of the module.
inline const char* outgoing(std::string text) {
    app().outbox = std::move(text);
    return app().outbox.c_str();
}

}  // namespace hw
