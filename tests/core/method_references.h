// SPDX-License-Identifier: MIT
// References of single methods and settings, METHOD__CASE.json. The field `case` names a file of attention next to it.
#pragma once

#include <string>
#include <vector>

#include "core/model/attention_model.h"
#include "core/reference_json.h"

namespace hw::test {

struct MethodReference {
    std::string name;
    Json settings;
    Json values;
    Example example;
    int source = 0;
};

/// All committed references whose name begins with `method` and "__", and those next to the checkout.
std::vector<MethodReference> methodReferences(const std::string& method);

}  // namespace hw::test
