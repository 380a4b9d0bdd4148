// SPDX-License-Identifier: MIT
// MPNet (Song et al. 2020): RoBERTa with T5's bias of the scores for each distance.
#include "model/families/encoders/bert.h"
#include "model/families/family.h"

namespace hw::model {
namespace {

void readMpnet(Config& config, std::string_view architecture, Spec& spec) {
    readBertBody(config, spec, "mpnet.");
    spec.types = 0;
    // The library counts positions from row 2, and distances in 32 buckets up to 128, and ignores the file's values.
    spec.countedFrom = 1;
    spec.positionOffset = 2;
    config.only("relative_attention_num_buckets", 32.0);
    spec.bucketCount = 32;
    spec.bucketDistance = 128;
    spec.names.types = "";
    spec.names.buckets = "encoder.relative_attention_bias";
    spec.names.query = "attention.attn.q";
    spec.names.key = "attention.attn.k";
    spec.names.value = "attention.attn.v";
    spec.names.output = "attention.attn.o";
    spec.names.attentionNorm = "attention.LayerNorm";
    readRobertaHead(config, architecture, spec, {"MPNetModel"});
}

}  // namespace

constinit const Family mpnetFamily{.type = "mpnet", .name = "MPNet", .read = readMpnet};

}  // namespace hw::model
