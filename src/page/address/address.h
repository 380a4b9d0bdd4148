// SPDX-License-Identifier: MIT
// The address: the open data and their view, as readable text after the `#`.
//
//   v=1&sample=agreement-keys&method=rollout&layer=6&token=0&discard=0.1
//
// Data:      sample, url, gist, model, or local (only a file's name, without its data), and how they are opened:
//            read token-texts decoder-texts picture grid axes (protocol/open_choices.h). If the view uses the file that
//            was open before, `second` is its address, sample:NAME or gist:ID, with the options
//            second-read second-token-texts second-decoder-texts
//            model: the name or address of a model that runs in the page, with prompt, the text that it runs
//            draft, prompt: a made example (protocol/recipe.h), in place of `example`
// View:      example side method layer token sink flow over terms paths panel panes dividers sort ghost scale own-share whole-scale
//            cell-numbers raw-tokens words
//            spans segments hidden renormalise colors compare compare-as difference thumbnails patches image opacity graph edges keep
//            both-files among leave-out scores experiment writing lesson step dataset row present title notes
//            (page/address/note_fields.h)
// Settings:  preset, and the keys of core/model/setting_fields.h
//
// `layer`, `layers`, `start`, `step` and `row` count from 1, as people do; tokens, heads and examples from 0, as files
// do. Lists are `0,3`. Switches are on or off. Defaults are not written. Values are percent-encoded UTF-8. The order
// does not matter, except that `preset` comes first and single settings change it. Keys stay readable for ever. A later
// version may add keys, which an earlier program reports and ignores.
// `token` may be `mean` or `max` (over all tokens) and, with `words`, names a word by its tokens. `spans` are tokens
// read as one, `3,4/8,9`. `segments` is a-a, a-b, b-a or b-b, queries to keys. `lesson` is a lesson's name, address or
// packed text. With only `step` it means the view that the lesson defines for the step. `dataset` is the address of a
// data set's list (docs/batch.md), `row` its example. `panes` is `bars/matrix,evolution`, columns of views from the top
// (or `one`). `dividers` are shares, those between columns first. `compare` is
// `raw/rollout,discard:0.1,fusion:max/flow,layer:3,heads:1,start:2/score:gradients` or `usual` (% , / and : in a
// score's name are percent-encoded once more). `difference` names two of its columns from 1. `leave-out` is a list of
// token texts. `experiment` is `edge.gradients.zero.99.2-6`: the kind of cuts, the ranking, the rule, draws, and the
// input and output of a flow whose minimum cut is cut. `writing` is `chance,0.8,40,0.95,1,40`: how a model chooses the
// next token (greedy or chance), temperature, top-k, top-p, seed, and the number of tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

struct ShareField {
    std::string key;
    std::string value;
    bool operator==(const ShareField&) const = default;
};

/// A parsed link, not yet checked against a document.
struct Share {
    int version = 1;
    DataSource source;  ///< Kind::none if the link names no data
    DataSource second;  ///< data opened before them, for comparing; Kind::none if there are none
    std::vector<ShareField>
        choices;  ///< how to open them (protocol/open_choices.h), also in source.options
    std::vector<ShareField> fields;    ///< known keys, each once (the last one counts)
    std::vector<std::string> dropped;  ///< rejected fields, safe to display

    /// The value of a field, or null.
    const std::string* find(std::string_view key) const;
};

/// True for data that can be the second file of a link.
bool isLinkable(const DataSource& source);

/// Takes any bytes and ignores a leading `#` or `?`. Never fails, but lists the fields that it rejects. O(length).
/// Looks at the first 64 KB, or the first 2 MB of a link that contains data (docs/link.md).
Share parseShare(std::string_view text);

/// The fields as text again, without data and version.
std::string fieldsText(const Share& share);

struct AppliedShare {
    ViewState view;
    std::vector<std::string> dropped;  ///< fields whose values do not fit, as `key=value`
};

/// Applies the fields to a view of the open document. The caller has to load `example`. O(tokens).
/// `earlier` is the previously open file, which columns of the compare view may refer to.
AppliedShare applyShare(const Share& share, const ViewState& view, const DocumentSummary& document,
                        const std::optional<DocumentSummary>& earlier = {});

/// The address of the present state, or of only the data without a document. Equal states give equal text.
std::string writeShare(const AppState& state);

/// The second file as the address of hosted data names it. Empty if the view does not use it, or if it is not hosted.
std::string linkedSecond(const AppState& state);

/// The fragment that shows the present view of `data` (io/link/pack.h) in place of their source. `fused` means one
/// matrix per layer, with heads already fused.
std::string writeLink(const AppState& state, std::string data, bool fused);

/// The view as saved with the data, without their source and without other files.
std::string writeView(const AppState& state);

/// `key=value` with the value percent-encoded, as the fields of the mirror's controls.
std::string fieldText(std::string_view key, std::string_view value);

/// "1,4,8" for layers 0, 3 and 7, counted from 1.
std::string layersText(const std::vector<int>& layers);

/// "0,3,7".
std::string listText(const std::vector<int>& numbers);
std::string listText(const std::vector<double>& numbers);

/// The tokens of spans as text: "3,4,5/8,9".
std::string spansText(const std::vector<std::vector<int>>& spans);

}  // namespace hw
