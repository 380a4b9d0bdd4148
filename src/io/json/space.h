// SPDX-License-Identifier: MIT
#pragma once

namespace hw::io {

/// White space of JSON (RFC 8259, section 2).
constexpr bool isSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace hw::io
