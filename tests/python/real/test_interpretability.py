# SPDX-License-Identifier: MIT
"""TransformerLens, nnsight, captum and inseq, on a small random model of next words, each if it is installed.

Versions tried: transformer_lens 2.18 and 4.3, nnsight 0.8, captum 0.9, inseq 0.7.
"""

import importlib.util
import unittest

import numpy as np

from real import zoo
from real.library import Real, headwaters, numbers, torch, transformers
from real.test_pipelines import small_tokenizer

text, longer = "The keys are on the table.", "The keys of the cabinet are on the table."


def missing(name):
    return unittest.skipIf(importlib.util.find_spec(name) is None, f"{name} is not installed")


class NextWords(Real):
    def setUp(self):
        super().setUp()
        small_tokenizer(bos_token="[CLS]", eos_token="[SEP]").save_pretrained(self.folder / "tokenizer")
        self.tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(self.folder / "tokenizer")  # TransformerLens asks for its name
        row, = [row for row in zoo.rows if row.name == "GPT-2"]
        self.model = row.build(vocab_size=len(self.tokenizer))

    def alone(self, ids):
        with torch.no_grad():
            return numbers(self.model(ids, output_attentions=True).attentions)

    def cut(self, one):
        return self.tokenizer(one, return_tensors="pt").input_ids


@missing("transformer_lens")
class TransformerLens(NextWords):
    def setUp(self):
        super().setUp()
        try:
            from transformer_lens import HookedTransformer, HookedTransformerConfig
        except ImportError:  # since 4.0
            from transformer_lens.model_bridge import TransformerBridge

            self.lens = TransformerBridge.boot_transformers("gpt2", hf_model=self.model, tokenizer=self.tokenizer, device="cpu")
        else:
            self.lens = HookedTransformer(HookedTransformerConfig(n_layers=3, d_model=32, n_ctx=64, d_head=8, n_heads=4, d_vocab=len(self.tokenizer),
                                                                  act_fn="gelu", seed=0, device="cpu"), tokenizer=self.tokenizer)

    def patterns(self, cache):
        return np.stack([cache[f"blocks.{layer}.attn.hook_pattern"].detach().numpy() for layer in range(3)])

    def test_a_text(self):
        _, cache = self.lens.run_with_cache(text)
        seen = headwaters.from_transformer_lens(cache, text)
        (example,), saved = self.examples(seen)
        self.assertEqual(example["tokens"], list(self.lens.to_str_tokens(text)))
        self.close(self.written(example, "attentions"), self.patterns(cache)[:, 0], 1e-7)
        self.assertEqual(saved.left_out, [])
        self.close(headwaters.rollout(seen), headwaters.rollout(cache, self.lens.to_str_tokens(text)), 1e-6)  # the cache itself is read, too
        by_ids, = self.examples(headwaters.from_transformer_lens(cache, self.lens.to_tokens(text)))[0]
        self.assertEqual(by_ids, example)
        cache = cache.remove_batch_dim()
        self.assertEqual(self.examples(headwaters.from_transformer_lens(cache, text))[0], [example])

    def test_the_padding_of_a_batch_goes(self):
        _, cache = self.lens.run_with_cache([text, longer])
        whole = self.patterns(cache)
        examples, _ = self.examples(headwaters.from_transformer_lens(cache, [text, longer]))
        for item, (example, one) in enumerate(zip(examples, (text, longer))):
            own = list(self.lens.to_str_tokens(one))
            self.assertEqual(example["tokens"], own)
            first = 0 if self.lens.tokenizer.padding_side == "right" else whole.shape[-1] - len(own)
            self.close(self.written(example, "attentions"), whole[:, item, :, first:first + len(own), first:first + len(own)], 1e-7)

    def test_gradients_come_along(self):
        cache, forward, backward = self.lens.get_caching_hooks(lambda name: name.endswith("hook_pattern"), incl_bwd=True)
        with self.lens.hooks(fwd_hooks=forward, bwd_hooks=backward):
            self.lens(self.lens.to_tokens(text))[0, -1, 7].backward()
        tokens = list(self.lens.to_str_tokens(text))
        seen = headwaters.from_transformer_lens(cache, tokens)
        weights = np.stack([cache[f"blocks.{layer}.attn.hook_pattern"][0].detach().numpy() for layer in range(3)])
        slopes = np.stack([cache[f"blocks.{layer}.attn.hook_pattern_grad"][0].detach().numpy() for layer in range(3)])
        self.assertGreater(np.abs(slopes).max(), 0)
        wanted = np.eye(len(tokens))
        for layer in range(3):
            wanted = wanted + np.maximum(weights[layer] * slopes[layer], 0).mean(0) @ wanted
        self.close(headwaters.relevance(seen)[-1], wanted, 1e-5)
        self.says("has no model", headwaters.from_transformer_lens, cache, text)

    def test_what_is_no_cache_of_patterns_is_refused(self):
        logits, cache = self.lens.run_with_cache(text, names_filter=lambda name: name.endswith("hook_z"))
        self.says(r"no hook_pattern; there are blocks.\*.attn.hook_z", headwaters.from_transformer_lens, cache, text)
        self.says("what run_with_cache\\(\\) returns second", headwaters.from_transformer_lens, logits, text)
        _, cache = self.lens.run_with_cache([text, longer])
        self.says("1 text.*batch of 2", lambda: headwaters.from_transformer_lens(cache, [text]))


@missing("nnsight")
class Nnsight(NextWords):
    def test_outputs_and_layers_of_a_trace(self):
        import nnsight

        seen = nnsight.LanguageModel(self.model, tokenizer=self.tokenizer)
        ids = self.cut(text)
        with seen.trace(ids, output_attentions=True):
            outputs = seen.output.save()
        with seen.trace(ids):
            layers = nnsight.save([block.attn.output[1] for block in seen.transformer.h])
        for given in (outputs, layers):
            example, = self.examples(given, ids, tokenizer=self.tokenizer)[0]
            self.close(self.written(example, "attentions"), self.alone(ids), 1e-6)
            self.assertEqual(example["tokens"], self.tokenizer.convert_ids_to_tokens(ids[0]))


@missing("captum")
class Captum(NextWords):
    def test_attributions_of_an_embedding_are_scores_of_tokens(self):
        from captum.attr import LayerIntegratedGradients

        ids = self.cut(text)
        forward = lambda ids: self.model(ids).logits[:, -1]
        made = LayerIntegratedGradients(forward, self.model.transformer.wte).attribute(ids, baselines=torch.zeros_like(ids), target=7, n_steps=60)
        scores = headwaters.from_captum(made)
        with torch.no_grad():
            gained = forward(ids)[0, 7] - forward(torch.zeros_like(ids))[0, 7]
        self.assertAlmostEqual(scores.sum(), float(gained), delta=0.05 * abs(float(gained)) + 0.02)  # completeness holds for sums alone
        self.close(headwaters.from_captum(made, form="norm"), made[0].norm(dim=-1), 1e-6)
        self.close(headwaters.from_captum(made, form="absolute"), made[0].abs().sum(-1), 1e-6)
        example, = self.examples(self.model(ids, output_attentions=True), ids, tokenizer=self.tokenizer, importance={"integrated gradients": scores})[0]
        self.close(example["importance"]["integrated gradients"], scores, 0)

    def test_what_was_written_token_by_token(self):
        from captum.attr import FeatureAblation, LLMAttribution, TextTokenInput

        found = LLMAttribution(FeatureAblation(self.model), self.tokenizer).attribute(
            TextTokenInput(text, self.tokenizer, skip_tokens=[]), target="are on", skip_tokens=[])
        self.close(headwaters.from_captum(found), found.seq_attr, 1e-6)
        self.close(headwaters.from_captum(found, token=1), found.token_attr[1], 1e-6)
        self.says("token=99 is not among", headwaters.from_captum, found, token=99)

    def test_what_is_no_attribution_is_refused(self):
        one = torch.ones(1, 3, 2)
        self.says("of 2 inputs or layers", headwaters.from_captum, (one, one))
        self.says("form is 'mean'", headwaters.from_captum, one, form="mean")
        self.says(r"an array of shape \[1, 1, 1, 1\]", headwaters.from_captum, torch.ones(1, 1, 1, 1))
        self.says("takes attributions", headwaters.from_captum, "scores")
        self.says("already have one target", headwaters.from_captum, one, token=0)


@missing("inseq")
class Inseq(NextWords):
    def attributed(self, method, **named):
        import inseq

        made = inseq.load_model(self.model, method, tokenizer=self.tokenizer)
        return made.attribute(text, f"{text} the keys of it", show_progress=False, **named)

    def test_scores_of_a_written_token(self):
        out = self.attributed("saliency")
        start, target = out[0].attr_pos_start, [one.token for one in out[0].target]
        by_inseq = out[0].aggregate().target_attributions
        ids = torch.tensor([[one.id for one in out[0].target]])
        outputs = self.model(ids, output_attentions=True)
        for token in (0, 2, -1):
            options = headwaters.from_inseq(out, token)
            at = token % by_inseq.shape[1]
            scores = options["importance"]["saliency"]
            self.close(scores[:start + at], by_inseq[:start + at, at], 1e-7)
            self.assertTrue(np.isnan(scores[start + at:]).all())
            example, = self.examples(outputs, **options)[0]
            self.assertEqual((example["tokens"], example["outputToken"]), (target, start + at - 1))
            headwaters.correlate(outputs, **options)

    def test_attention_of_all_layers_and_heads_is_one_score(self):
        out = self.attributed("attention")
        found = headwaters.from_inseq(out, 0)["importance"]["attention"]
        start = out[0].attr_pos_start
        ids = torch.tensor([[one.id for one in out[0].target]])
        self.close(found[:start], self.alone(ids)[:, :, start - 1, :start].mean((0, 1)), 1e-5)  # the row of the token before it

    def test_a_translation_has_scores_of_its_source(self):
        import inseq

        row, = [row for row in zoo.rows if row.name == "BART"]
        model = row.build(vocab_size=len(self.tokenizer))
        out = inseq.load_model(model, "saliency", tokenizer=self.tokenizer).attribute(text, "on it", show_progress=False)
        options = headwaters.from_inseq(out, 0)
        ids = lambda side: torch.tensor([[one.id for one in side]])
        outputs = model(input_ids=ids(out[0].source), decoder_input_ids=ids(out[0].target), output_attentions=True)
        example, = self.examples(outputs, **options)[0]
        self.assertEqual(example["outputToken"], out[0].attr_pos_start - 1)
        self.close(example["importance"]["saliency"], out[0].aggregate().source_attributions[:, 0], 1e-6)

    def test_what_is_no_attribution_is_refused(self):
        out = self.attributed("saliency")
        self.says("token=99 is not among", headwaters.from_inseq, out, 99)
        self.says("item=3", headwaters.from_inseq, out, item=3)
        self.says("what attribute\\(\\) of inseq returns", headwaters.from_inseq, {"target": []})


if __name__ == "__main__":
    unittest.main()
