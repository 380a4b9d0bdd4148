// SPDX-License-Identifier: MIT
// Any bytes as a chat template, which then renders a conversation. It must not crash, a refusal has a place, a reason
// and a remedy, and marks fit the text.
#include <array>

#include "fuzz/targets.h"
#include "model/jinja/template.h"

namespace hw::fuzz {

int chat(std::string_view bytes) {
    using namespace model::jinja;
    const auto form = Template::parse(bytes);
    const std::array messages{Message{"user", " a\n"}, Message{"assistant", "<think>b</think> c"},
                              Message{"user", "d"}};
    const std::array<std::pair<std::string, std::string>, 1> tokens{{{"bos_token", "<s>"}}};
    const auto text =
        form ? form->render(messages, tokens) : Result<Text>(std::unexpected(form.error()));
    if (text) {
        require(text->typed.empty() || text->typed.size() == text->bytes.size());
        return 0;
    }
    require(!text.error().place.empty() && !text.error().finding.empty() &&
            !text.error().remedy.empty());
    return 0;
}

}  // namespace hw::fuzz
