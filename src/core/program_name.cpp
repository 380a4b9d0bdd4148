// SPDX-License-Identifier: MIT
#include "core/program_name.h"

namespace hw {

std::string_view programName() { return "Headwaters " HW_VERSION; }

}  // namespace hw
