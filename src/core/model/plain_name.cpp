// SPDX-License-Identifier: MIT
#include "core/model/plain_name.h"

namespace hw {

std::string plainName(std::string_view text) {
    std::string kept;
    for (const char c : text) {
        if (c >= 'A' && c <= 'Z') {
            kept += static_cast<char>(c - 'A' + 'a');
        } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            kept += c;
        }
    }
    return kept;
}

}  // namespace hw
