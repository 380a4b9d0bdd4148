# SPDX-License-Identifier: MIT
"""Forward passes, gradients, blank-out and batches of every class, compared with the library's own outputs and torch.autograd."""

import inspect
import unittest
import unittest.mock

import numpy as np
from support import rollout, values

from real.library import Real, headwaters, numbers, parts, torch, version


class Forward(Real):
    def test_classes_are_there(self):
        from real import zoo

        self.assertGreaterEqual(len({row.model for row in zoo.rows}), 40)
        self.assertGreaterEqual(sum(row.quick for row in zoo.rows), 10)
        if version >= (5, 0):
            self.assertEqual([row.name for row in zoo.rows if not row.there], [])

    def roles(self, outputs):
        return [role for role in parts if outputs.get(role) is not None and len(outputs[role])]

    def test_weights_and_rollout(self):
        for row in self.each("encoder", "decoder", "both", "speech", "picture", "video", "sound"):
            with self.subTest(row.name), torch.no_grad():
                outputs = row.build()(**row.inputs(), output_attentions=True)
                (example,), _ = self.examples(outputs)
                self.assertTrue(self.roles(outputs))
                for role in self.roles(outputs):
                    self.close(self.written(example, role), numbers(outputs[role]))
                if "attentions" in outputs:
                    self.close(values("rollout", self.folder / "written.json"), rollout(numbers(outputs.attentions)), 1e-5)

    def test_other_kernels_are_told_or_switched(self):
        for row in self.each("encoder", "decoder", "picture"):
            try:
                model = row.build("sdpa")
            except ValueError:
                continue  # the class has only eager attention
            with self.subTest(row.name), torch.no_grad():
                given = row.inputs()
                eager = row.build()
                model.load_state_dict(eager.state_dict())
                expected = eager(**given, output_attentions=True)
                plain = model(**given)
                with headwaters.record(model):
                    outputs = model(**given)
                (example,), _ = self.examples(outputs)
                self.close(self.written(example, "attentions"), numbers(expected.attentions), 1e-5)
                after = model(**given)
                self.assertEqual(list(after), list(plain))  # everything is as before
                self.assertEqual(model.config._attn_implementation, "sdpa")
                self.says("attn_implementation=\"eager\"", headwaters.save, self.folder / "a.json", after)

    def test_record_puts_back_what_was_when_something_fails(self):
        for row in self.each(names=("Llama",)):
            model = row.build("sdpa")
            with self.assertRaises(ZeroDivisionError), headwaters.record(model):
                self.assertEqual(model.config._attn_implementation, "eager")
                raise ZeroDivisionError
            self.assertEqual((model.config._attn_implementation, model.config.output_attentions), ("sdpa", False))
            self.assertFalse(model.generation_config.output_attentions)
            self.assertNotIn("generate", vars(model))
            with headwaters.record(model):
                made = model.generate(row.inputs(2)["input_ids"], max_new_tokens=3, num_beams=2, do_sample=False)
            self.assertEqual(len(self.examples(made)[0]), 2)
            with headwaters.record(model), headwaters.record(model):
                pass
            self.assertEqual(model.config._attn_implementation, "sdpa")
            self.assertNotIn("generate", vars(model))
        self.says("takes a transformers model", headwaters.record(object()).__enter__)

    def test_padded_batches_are_each_text_alone(self):
        for row in self.each("encoder", "decoder"):
            if row.name in ("Jamba", "Qwen 3 Next", "LFM2"):
                continue  # padding reaches the text through their other layers
            model, given = row.build(), row.inputs(3)
            for item, missing in enumerate((0, 4, 2)):
                place = slice(0, missing) if row.kind == "decoder" else slice(9 - missing, 9)
                given["input_ids"][item, place], given["attention_mask"][item, place] = model.config.pad_token_id or 0, 0
            mask = given["attention_mask"]
            if row.kind == "decoder" and "position_ids" in inspect.signature(model.forward).parameters:
                given["position_ids"] = (mask.cumsum(-1) - 1).clamp(min=0)
            with self.subTest(row.name), torch.no_grad():
                examples, _ = self.examples(model(**given, output_attentions=True), given["input_ids"], attention_mask=mask)
                for item, example in enumerate(examples):
                    ids = given["input_ids"][item][mask[item].bool()]
                    self.assertEqual(example["tokens"], [str(int(one)) for one in ids])
                    self.close(self.written(example, "attentions"), numbers(model(ids[None], output_attentions=True).attentions), 5e-4)


class Scores(Real):
    def target(self, outputs):
        logits = outputs["logits"] if "logits" in outputs else outputs["last_hidden_state"]
        return (1, logits[0, 1]) if logits.ndim == 2 else ((logits.shape[1] - 1, 7), logits[0, -1, 7])

    def test_gradients_are_those_of_autograd(self):
        for row in self.each("encoder", "decoder", "both", "speech", "picture", "video"):
            with self.subTest(row.name):
                outputs = row.build()(**row.inputs(), output_attentions=True)
                target, number = self.target(outputs)
                found = headwaters.gradients(outputs, target if "logits" in outputs else number)
                for role, layers in found.items():
                    expected = torch.autograd.grad(number, outputs[role], retain_graph=True, allow_unused=True)
                    for layer, one in zip(layers, expected):
                        self.close(layer, np.zeros(layer.shape) if one is None else one, 1e-7)
                (example,), _ = self.examples(outputs, gradients=found)
                for role, part in parts.items():
                    if role in found:
                        side = example if part == "attentions" else example[part]
                        self.close(np.array(side["gradients"], np.float32), np.stack([layer[0] for layer in found[role]]), 0)

    def test_gradients_of_weights_that_are_returned_as_copies(self):
        """For XLNet, compared with moving a weight, by the softmax that its modules call."""
        import transformers

        torch.manual_seed(0)
        fields = dict(vocab_size=120, d_model=32, n_layer=2, n_head=4, d_inner=64, num_labels=3)
        model = transformers.XLNetForSequenceClassification(transformers.XLNetConfig(**fields)).eval().double()
        ids = torch.arange(5, 12)[None]
        outputs = model(ids, output_attentions=True)
        found = headwaters.gradients(outputs, 1)["attentions"]
        softmax = torch.nn.functional.softmax

        def pushed(layer, place, by):
            calls = []

            def moved(scores, *args, **options):
                made = softmax(scores, *args, **options).clone()
                if len(calls) == layer:
                    made[place] += by
                calls.append(made)
                return made

            with unittest.mock.patch.object(torch.nn.functional, "softmax", moved), torch.no_grad():
                return float(model(ids).logits[0, 1])

        for layer, place in ((0, (0, 1, 2, 3)), (0, (0, 3, 6, 0)), (1, (0, 2, 6, 1))):
            slope = (pushed(layer, place, 1e-5) - pushed(layer, place, -1e-5)) / 2e-5
            self.assertAlmostEqual(float(found[layer][place]), slope, delta=1e-9)
        two = transformers.XLNetLMHeadModel(transformers.XLNetConfig(**fields)).eval()
        mask, target = torch.zeros(1, 7, 7), torch.zeros(1, 1, 7)
        mask[:, :, -1], target[0, 0, -1] = 1, 1
        outputs = two(ids, perm_mask=mask, target_mapping=target, output_attentions=True)
        (example,), saved = self.examples(outputs)
        self.close(self.written(example, "attentions"), numbers([content for content, _ in outputs.attentions]))
        self.assertIn("query stream", saved.left_out[0])
        self.assertEqual([layer.shape for layer in headwaters.gradients(outputs, (0, 5))["attentions"]], [(1, 4, 7, 7)] * 2)

    def test_blank_out_is_one_run_after_another(self):
        for row in self.each("encoder", "decoder", "both"):
            model, given = row.build(), row.inputs()
            more = {name: value for name, value in given.items() if name == "decoder_input_ids"}

            def score(ids):
                with torch.no_grad():
                    logits = model(ids, **{name: value.expand(len(ids), -1) for name, value in more.items()}).logits
                return (logits if logits.ndim == 2 else logits[:, -1]).softmax(-1)

            with self.subTest(row.name):
                ids = given["input_ids"]
                found = headwaters.blank_out(score, ids, 4, target=1, batch_size=4)
                for i in range(ids.shape[1]):
                    blanked = ids.clone()
                    blanked[0, i] = 4
                    self.assertAlmostEqual(found[i], float(score(ids)[0, 1] - score(blanked)[0, 1]), delta=3e-6)


if __name__ == "__main__":
    unittest.main()
