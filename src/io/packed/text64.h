// SPDX-License-Identifier: MIT
// Bytes as letters, in base64 for data: URLs, and base64url without padding for links (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hw::io {

enum class Base64 { standard, url };
std::string toBase64(std::string_view bytes, Base64 kind);
/// Decodes both alphabets, with or without padding. Nullopt if there is any other character.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace hw::io
