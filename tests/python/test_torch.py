# SPDX-License-Identifier: MIT
"""Models of PyTorch, from their outputs to the numbers of the program. Compares gradients with differences of the score.

Skipped if PyTorch is not installed (Debian: python3-torch)."""

import unittest
import unittest.mock

import numpy as np
from support import Case, headwaters, run, values

try:
    import models
    import torch
except ImportError:
    torch = None


@unittest.skipIf(torch is None, "PyTorch is not installed (Debian: python3-torch)")
class Models(Case):
    def setUp(self):
        super().setUp()
        torch.manual_seed(20)

    def test_bert(self):
        outputs = models.Bert()(torch.tensor([[1, 2, 3, 4, 5]]), output_attentions=True)
        weights = torch.stack(outputs.attentions)[:, 0].detach().numpy()
        for form in ("json", "npz", "safetensors"):
            path, _ = self.save(f"a.{form}", outputs, ["[CLS]", "a", "b", "c", "[SEP]"])
            self.same_numbers(path, weights, flows=form == "json")
        self.close(headwaters.rollout(outputs), values("rollout", path), 0)
        half = tuple(layer.bfloat16() for layer in outputs.attentions)
        self.close(headwaters.rollout(half), values("rollout", path), 1e-2)

    def test_bert_with_a_padded_batch_is_bert_without(self):
        model = models.Bert()
        ids = torch.tensor([[1, 2, 3, 4, 5], [6, 7, 8, 0, 0]])
        mask = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])
        outputs = model(ids, mask, output_attentions=True)
        path, saved = self.save("a.json", outputs, ids, attention_mask=mask)
        self.assertEqual(saved.examples, 2)
        alone = model(ids[1:, :3], output_attentions=True)
        printed = run("rollout", path, "--example", 1)
        self.assertEqual(printed["tokens"], ["6", "7", "8"])
        self.close([layer["values"] for layer in printed["layers"]], headwaters.rollout(alone))

    def test_fused_kernels_give_none(self):
        for given in (models.Bert(attn_implementation="sdpa")(torch.tensor([[1, 2]]), output_attentions=True), models.Bert()(torch.tensor([[1, 2]]))):
            self.says('attn_implementation="eager"', headwaters.save, self.folder / "a.json", given)

    def test_gpt_generates_what_one_pass_sees(self):
        model = models.Gpt()
        prompt = torch.tensor([[3, 1, 4]])
        for cached in (True, False):
            made = model.generate(prompt, 3, use_cache=cached)
            whole = model(made.sequences[:, :-1], output_attentions=True)
            path, saved = self.save("a.safetensors", made)
            self.assertEqual(saved.tokens, 5)
            self.assertEqual(run("info", path)["tokens"], [str(int(token)) for token in made.sequences[0, :-1]])
            self.same_numbers(path, torch.stack(whole.attentions)[:, 0].detach().numpy())

    def test_gpt_generates_from_prompts_padded_on_the_left(self):
        model = models.Gpt()
        prompts, mask = torch.tensor([[3, 1, 4], [0, 5, 9]]), torch.tensor([[1, 1, 1], [0, 1, 1]])
        made = model.generate(prompts, 2, attention_mask=mask)
        path, saved = self.save("a.json", made, attention_mask=mask)
        self.assertEqual(saved.examples, 2)
        printed = run("raw", path, "--example", 1)
        self.assertEqual(len(printed["tokens"]), 3)
        self.close(np.array([layer["values"] for layer in printed["layers"]]).sum(-1), np.ones((2, 3)))

    def test_t5_and_its_generation(self):
        model = models.T5()
        source = torch.tensor([[5, 6, 7, 8]])
        made = model.generate(source, 3)
        whole = model(source, made.sequences[:, :-1])
        first, _ = self.save("a.json", made, list("wxyz"))
        second, _ = self.save("b.npz", whole, list("wxyz"), decoder_tokens=made.sequences[:, :-1])
        for part in ("encoder", "decoder", "cross"):
            expected = torch.stack(getattr(whole, f"{part}_attentions"))[:, 0].detach().numpy().astype(float).mean(1)
            for path in (first, second):
                self.close(values("raw", path, "--part", part), expected)
        self.close(values("rollout", first), values("rollout", second))
        self.assertEqual(run("info", first)["parts"]["decoder"]["tokens"], run("info", second)["parts"]["decoder"]["tokens"])

    def test_vit_with_its_picture(self):
        pixels = torch.rand(1, 3, 4, 4) * 2 - 1
        outputs = models.Vit()(pixels)
        path, _ = self.save("a.json.gz", outputs, image=pixels)
        info = run("info", path)
        self.assertEqual((info["tokens"], info["warnings"]), (["[CLS]", "1,1", "1,2", "2,1", "2,2"], []))
        self.same_numbers(path, torch.stack(outputs.attentions)[:, 0].detach().numpy())


@unittest.skipIf(torch is None, "PyTorch is not installed (Debian: python3-torch)")
class Gradients(Case):
    def setUp(self):
        super().setUp()
        torch.manual_seed(21)
        self.model = models.Bert().double()
        self.ids = torch.tensor([[1, 2, 3, 4], [4, 3, 2, 1]])

    def pushed(self, layer, place, by):
        """The logit of class 2 when one weight of attention is moved."""
        attention = self.model.layer[layer].attention.self
        plain = models.attend

        def moved(query, key, value, heads, mask=None, bias=None):
            weights = plain(query, key, value, heads, mask, bias)[1].clone()
            weights[place] += by
            v = value.reshape(*value.shape[:2], heads, -1).transpose(1, 2)
            return (weights @ v).transpose(1, 2).reshape(query.shape), weights

        original = attention.forward
        attention.forward = lambda states, mask: moved(attention.query(states), attention.key(states), attention.value(states), 2, mask)
        try:
            with torch.no_grad():
                return self.model(self.ids).logits[:, 2].sum().item()
        finally:
            attention.forward = original

    def test_all_layers_are_what_moving_a_weight_changes(self):
        outputs = self.model(self.ids, output_attentions=True)
        found = headwaters.gradients(outputs, 2)["attentions"]
        self.assertEqual([layer.shape for layer in found], [(2, 2, 4, 4)] * 3)
        for layer in range(3):
            for place in ((0, 0, 0, 0), (1, 1, 0, 3), (0, 1, 2, 1)):
                slope = (self.pushed(layer, place, 1e-5) - self.pushed(layer, place, -1e-5)) / 2e-5
                self.assertAlmostEqual(found[layer][place], slope, delta=1e-8)
        same = headwaters.gradients(outputs.attentions, outputs.logits[:, 2])["attentions"]
        self.close(np.stack(same), np.stack(found), 0)

    def test_they_go_into_the_file_and_through_relevance(self):
        outputs = self.model(self.ids[:1], output_attentions=True)
        slopes = headwaters.gradients(outputs, outputs.logits[0, 1])
        expected = np.eye(4)
        for weights, slope in zip(outputs.attentions, slopes["attentions"]):
            expected = expected + np.maximum(weights[0].detach().numpy() * slope[0], 0).mean(0) @ expected
        for form in ("json", "npz", "safetensors"):
            path, _ = self.save(f"a.{form}", outputs, gradients=slopes)
            self.close(values("relevance", path)[-1], expected)

    def test_encoder_decoder(self):
        model = models.T5()
        outputs = model(torch.tensor([[5, 6, 7]]), torch.tensor([[0, 3]]))
        slopes = headwaters.gradients(outputs, (1, 4))
        self.assertEqual({role: layers[0].shape for role, layers in slopes.items()},
                         {"encoder_attentions": (1, 2, 3, 3), "decoder_attentions": (1, 2, 2, 2), "cross_attentions": (1, 2, 2, 3)})
        path, _ = self.save("a.json", outputs, gradients=slopes)
        self.assertTrue(all(part["gradients"] for part in run("info", path)["parts"].values()))
        run("relevance", path)

    def test_what_went_wrong_is_said(self):
        with torch.no_grad():
            blind = self.model(self.ids, output_attentions=True)
        self.says("torch.no_grad", headwaters.gradients, blind, 0)
        outputs = self.model(self.ids, output_attentions=True)
        self.says("does not depend", headwaters.gradients, outputs, self.model(self.ids).logits[0, 0])
        self.says("eager", headwaters.gradients, self.model(self.ids), 0)

    def test_input_gradients_are_what_moving_an_embedding_changes(self):
        embeddings = self.model.get_input_embeddings()(self.ids).detach().requires_grad_()
        score = self.model(inputs_embeds=embeddings).logits[:, 1]
        slope = np.zeros(embeddings.shape)
        with torch.no_grad():
            for place in np.ndindex(*embeddings.shape):
                for sign in (1, -1):
                    moved = embeddings.clone()
                    moved[place] += sign * 1e-5
                    slope[place] += sign * self.model(inputs_embeds=moved).logits[:, 1].sum().item() / 2e-5
        vectors = embeddings.detach().numpy()
        self.close(headwaters.input_gradients(score, embeddings), np.linalg.norm(slope, axis=-1), 1e-8)
        self.close(headwaters.input_gradients(score, embeddings, form="absolute"), np.abs(slope).sum(-1), 1e-8)
        self.close(headwaters.input_gradients(score, embeddings, form="product"), (slope * vectors).sum(-1), 1e-8)
        self.says("require no gradients", headwaters.input_gradients, score, embeddings.detach())

    def test_blank_out_is_one_pass_after_another(self):
        found = headwaters.blank_out(self.model, self.ids[:1], 29, target=2, batch_size=2)
        with torch.no_grad():
            for i in range(4):
                blanked = self.ids[:1].clone()
                blanked[0, i] = 29
                loss = self.model(self.ids[:1]).logits[0, 2] - self.model(blanked).logits[0, 2]
                self.assertAlmostEqual(found[i], loss.item(), delta=1e-12)


@unittest.skipIf(torch is None, "PyTorch is not installed (Debian: python3-torch)")
class Blocks(Case):
    def test_recorded_vectors_add_up_to_what_the_block_returns(self):
        torch.manual_seed(22)
        model = models.Bert().double()
        for block in model.layer:
            nn = block.attention.output.LayerNorm
            torch.nn.init.normal_(nn.weight), torch.nn.init.normal_(nn.bias)
        seen = []
        hooks = [block.attention.register_forward_hook(lambda module, given, made: seen.append(made[0])) for block in model.layer]
        layers, outputs = headwaters.block_layers(model, input_ids=torch.tensor([[1, 2, 3, 4]]))
        for hook in hooks:
            hook.remove()
        self.assertEqual((len(layers), len(outputs.attentions)), (3, 3))
        for block, layer, made in zip(model.layer, layers, seen):
            output = block.attention.output
            bias = output.dense.bias.detach().numpy()
            vectors = headwaters.transformed_vectors(layer)
            # Without beta, and without the output bias's part, normed with the same deviation.
            plain = layer.inputs + np.einsum("hij,hje,hed->id", layer.weights, layer.values, layer.output_weight)
            deviation = np.sqrt((plain + bias).var(-1, keepdims=True) + layer.eps)
            rest = output.LayerNorm.weight.detach().numpy() * (bias - bias.mean()) / deviation + output.LayerNorm.bias.detach().numpy()
            self.close(vectors.sum(1) + rest, made[0].detach().numpy(), 1e-10)
        found = headwaters.contributions(layers)
        self.close(found.matrices.sum(-1), np.ones((3, 4)), 1e-12)
        self.says("get_encoder", headwaters.block_layers, models.T5(), input_ids=torch.tensor([[1, 2]]), decoder_input_ids=torch.tensor([[1]]))

    def test_blocks_with_a_norm_before_them_and_fused_projections(self):
        torch.manual_seed(23)
        model = models.Gpt().double()
        for _name, parameter in model.named_parameters():
            torch.nn.init.normal_(parameter)
        seen = []
        hooks = [block["ln_2"].register_forward_hook(lambda module, given, made: seen.append(given[0])) for block in model.h]
        layers, _outputs = headwaters.block_layers(model, input_ids=torch.tensor([[1, 2, 3, 4]]))
        for hook in hooks:
            hook.remove()
        for block, layer, made in zip(model.h, layers, seen):
            self.assertIsNone(layer.gamma)
            self.close(layer.output, made[0].detach().numpy(), 1e-10)
            self.close(headwaters.transformed_vectors(layer).sum(1) + block["c_proj"].bias.detach().numpy(), made[0].detach().numpy(), 1e-10)
        found = headwaters.contributions(layers)
        self.assertFalse(np.triu(found.matrices, 1).any())  # nothing looks ahead
        y, v = layers[0].output, headwaters.transformed_vectors(layers[0])
        shares = np.maximum(np.abs(y).sum(-1)[:, None] - np.abs(y[:, None] - v).sum(-1), 0)
        self.close(found.matrices[0], shares / shares.sum(-1, keepdims=True), 1e-12)

    def test_what_does_not_add_up_is_refused(self):
        model = models.Bert()
        plain = models.BertSelfAttention.forward
        with unittest.mock.patch.object(models.BertSelfAttention, "forward", lambda self, states, mask: (lambda made: (made[0] * 2, made[1]))(plain(self, states, mask))):
            self.says("projections were not found", headwaters.block_layers, model, input_ids=torch.tensor([[1, 2, 3]]))


if __name__ == "__main__":
    unittest.main()
