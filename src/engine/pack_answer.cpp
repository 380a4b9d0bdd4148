// SPDX-License-Identifier: MIT
#include "engine/pack_answer.h"

#include "io/link/pack.h"

namespace hw {

Result<wire::Packed> packAnswer(const Example& example, bool isOneOfSeveral,
                                const wire::Pack& order) {
    io::PackOptions options;
    options.data = order.heads ? io::PackData::heads : io::PackData::fused;
    options.settings = order.query.settings;
    options.ofContributions = order.query.side == Side::contributions;
    if (order.query.outputMode == OutputMode::chosen) options.outputs = order.query.outputs;
    const Settings& settings = order.query.settings;
    const Method method = order.query.method;
    options.needsGradients = specOf(method).needsGradients || needsGradients(settings.fusion) ||
                             (method == Method::joint && needsGradients(settings.jointForm));
    options.picture = order.picture;
    auto packed = io::pack(example, isOneOfSeveral, options);
    if (!packed) return std::unexpected(std::move(packed.error()));
    return wire::Packed{
        order.ticket,      order.heads,       std::move(packed->text), packed->errorBound,
        packed->flowError, packed->rankError, packed->flowOfAll,       std::move(packed->leftOut)};
}

}  // namespace hw
