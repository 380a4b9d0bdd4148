// SPDX-License-Identifier: MIT
#include "core/model/contribution_kinds.h"

#include "core/model/plain_name.h"

namespace hw {
namespace {

constexpr ContributionKind kinds[] = {
    {"alti", "ALTI"_tr, "Ferrando et al. 2022",
     "Ferrando, Gállego & Costa-jussà 2022, Measuring the Mixing of Contextual Information in the "
     "Transformer, EMNLP, arXiv:2203.04212",
     R"(@inproceedings{ferrando-2022,
  title     = {Measuring the Mixing of Contextual Information in the Transformer},
  author    = {Ferrando, Javier and G{\'a}llego, Gerard I. and Costa-juss{\`a}, Marta R.},
  booktitle = {Proceedings of the 2022 Conference on Empirical Methods in Natural Language Processing},
  year      = {2022},
  eprint    = {2203.04212},
  archivePrefix = {arXiv}
}
)"},
    {"norms", "vector norms"_tr, "Kobayashi et al. 2021",
     "Kobayashi, Kuribayashi, Yokoi & Inui 2021, Incorporating Residual and Normalization Layers "
     "into Analysis of Masked Language Models, EMNLP, arXiv:2109.07152",
     R"(@inproceedings{kobayashi-2021,
  title     = {Incorporating Residual and Normalization Layers into Analysis of Masked Language Models},
  author    = {Kobayashi, Goro and Kuribayashi, Tatsuki and Yokoi, Sho and Inui, Kentaro},
  booktitle = {Proceedings of the 2021 Conference on Empirical Methods in Natural Language Processing},
  year      = {2021},
  eprint    = {2109.07152},
  archivePrefix = {arXiv}
}
)"},
    {"value-zeroing", "value zeroing"_tr, "Mohebbi et al. 2023",
     "Mohebbi, Zuidema, Chrupała & Alishahi 2023, Quantifying Context Mixing in Transformers, "
     "EACL, arXiv:2301.12971",
     R"(@inproceedings{mohebbi-2023,
  title     = {Quantifying Context Mixing in Transformers},
  author    = {Mohebbi, Hosein and Zuidema, Willem and Chrupa{\l}a, Grzegorz and Alishahi, Afra},
  booktitle = {Proceedings of the 17th Conference of the European Chapter of the Association for Computational Linguistics},
  year      = {2023},
  eprint    = {2301.12971},
  archivePrefix = {arXiv}
}
)"},
    {"decompx", "DecompX"_tr, "Modarressi et al. 2023",
     "Modarressi, Fayyaz, Aghazadeh, Yaghoobzadeh & Pilehvar 2023, DecompX: Explaining "
     "Transformers Decisions by Propagating Token Decomposition, ACL, arXiv:2306.02873",
     R"(@inproceedings{modarressi-2023,
  title     = {{DecompX}: Explaining Transformers Decisions by Propagating Token Decomposition},
  author    = {Modarressi, Ali and Fayyaz, Mohsen and Aghazadeh, Ehsan and Yaghoobzadeh, Yadollah and Pilehvar, Mohammad Taher},
  booktitle = {Proceedings of the 61st Annual Meeting of the Association for Computational Linguistics},
  year      = {2023},
  eprint    = {2306.02873},
  archivePrefix = {arXiv}
}
)",
     true},
};

std::string withAuthor(std::string_view name, std::string words) {
    const ContributionKind* kind = findContributionKind(name);
    return kind == nullptr ? words : words + " (" + std::string(kind->author) + ")";
}

}  // namespace

const ContributionKind* findContributionKind(std::string_view name) {
    const std::string wanted = plainName(name);
    for (const ContributionKind& kind : kinds) {
        if (plainName(kind.name) == wanted || plainName(kind.label.english()) == wanted)
            return &kind;
    }
    return nullptr;
}

std::string contributionLabel(std::string_view name) {
    const ContributionKind* kind = findContributionKind(name);
    if (kind != nullptr) return std::string(kind->label.english());
    return name.empty() ? "contributions" : std::string(name);
}

std::string describeContributions(std::string_view name) {
    const ContributionKind* kind = findContributionKind(name);
    if (kind != nullptr) return kind->label;
    return name.empty() ? "contributions"_tr : std::string(name);
}

std::string contributionCaption(std::string_view name) {
    return withAuthor(name, describeContributions(name));
}

std::string citedContributions(std::string_view name) {
    return withAuthor(name, contributionLabel(name));
}

}  // namespace hw
