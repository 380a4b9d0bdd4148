// SPDX-License-Identifier: MIT
// The cited sources as BibTeX. Internal to core/report.
#pragma once

#include <string_view>

namespace hw {

inline constexpr std::string_view abnar =
    R"(@inproceedings{abnar-zuidema-2020,
  title     = {Quantifying Attention Flow in Transformers},
  author    = {Abnar, Samira and Zuidema, Willem},
  booktitle = {Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics},
  year      = {2020},
  pages     = {4190--4197},
  doi       = {10.18653/v1/2020.acl-main.385}
}
)";
inline constexpr std::string_view chefer =
    R"(@inproceedings{chefer-2021-generic,
  title     = {Generic Attention-Model Explainability for Interpreting Bi-Modal and Encoder-Decoder Transformers},
  author    = {Chefer, Hila and Gur, Shir and Wolf, Lior},
  booktitle = {Proceedings of the IEEE/CVF International Conference on Computer Vision (ICCV)},
  year      = {2021},
  pages     = {397--406},
  eprint    = {2103.15679},
  archivePrefix = {arXiv}
}
)";
inline constexpr std::string_view cheferBeyond =
    R"(@inproceedings{chefer-2021-beyond,
  title     = {Transformer Interpretability Beyond Attention Visualization},
  author    = {Chefer, Hila and Gur, Shir and Wolf, Lior},
  booktitle = {Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)},
  year      = {2021},
  pages     = {782--791},
  eprint    = {2012.09838},
  archivePrefix = {arXiv}
}
)";
inline constexpr std::string_view barkan =
    R"(@inproceedings{barkan-2021,
  title     = {{Grad-SAM}: Explaining Transformers via Gradient Self-Attention Maps},
  author    = {Barkan, Oren and Hauon, Edan and Caciularu, Avi and Katz, Ori and Malkiel, Itzik and Armstrong, Omri and Koenigstein, Noam},
  booktitle = {Proceedings of the 30th ACM International Conference on Information and Knowledge Management (CIKM)},
  year      = {2021},
  eprint    = {2204.11073},
  archivePrefix = {arXiv}
}
)";
inline constexpr std::string_view vitExplain =
    R"(@misc{gildenblat-2020,
  title        = {Explainability for Vision Transformers},
  author       = {Gildenblat, Jacob},
  year         = {2020},
  howpublished = {\url{https://github.com/jacobgil/vit-explain}}
}
)";
inline constexpr std::string_view globenc =
    R"(@inproceedings{modarressi-2022,
  title     = {{GlobEnc}: Quantifying Global Token Attribution by Incorporating the Whole Encoder Layer in Transformers},
  author    = {Modarressi, Ali and Fayyaz, Mohsen and Yaghoobzadeh, Yadollah and Pilehvar, Mohammad Taher},
  booktitle = {Proceedings of the 2022 Conference of the North American Chapter of the Association for Computational Linguistics},
  year      = {2022},
  eprint    = {2205.03286},
  archivePrefix = {arXiv}
}
)";

inline constexpr std::string_view metzger =
    R"(@misc{metzger-2022,
  title  = {Attention Flows for General Transformers},
  author = {Metzger, Niklas and Hahn, Christopher and Siber, Julian and Schmitt, Frederik and Finkbeiner, Bernd},
  year   = {2022},
  eprint = {2205.15389},
  archivePrefix = {arXiv}
}
)";
inline constexpr std::string_view azarkhalili =
    R"(@inproceedings{azarkhalili-libbrecht-2025,
  title     = {Generalized Attention Flow: Feature Attribution for Transformer Models via Maximum Flow},
  author    = {Azarkhalili, Behrooz and Libbrecht, Maxwell},
  booktitle = {Proceedings of the 63rd Annual Meeting of the Association for Computational Linguistics},
  year      = {2025},
  eprint    = {2502.15765},
  archivePrefix = {arXiv}
}
)";

}  // namespace hw
