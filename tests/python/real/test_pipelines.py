# SPDX-License-Identifier: MIT
"""Pipelines of transformers and, if it is installed, sentence-transformers. They run in one line, with the attention of their models."""

import importlib.util
import unittest
from unittest import mock

import numpy as np
from support import root

from real import zoo
from real.library import Real, headwaters, numbers, torch, transformers

small = root / "tests" / "data" / "model" / "distilbert_cls"
text = "The keys are on the table."


def small_tokenizer(**named):
    """The tokenizer of the small model, by a class that every version knows."""
    return transformers.PreTrainedTokenizerFast(tokenizer_file=str(small / "tokenizer.json"), pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
                                                sep_token="[SEP]", mask_token="[MASK]", model_input_names=["input_ids", "attention_mask"], **named)


def bert_fields(tokenizer):
    row, = [row for row in zoo.rows if row.name == "BERT"]
    return {**row.fields, "vocab_size": len(tokenizer)}


def sentences(folder, **pooling):
    """A small SentenceTransformer of random weights, built in that folder."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Pooling, Transformer

    torch.manual_seed(0)
    tokenizer = small_tokenizer()
    tokenizer.save_pretrained(folder)
    transformers.BertModel(transformers.BertConfig(**bert_fields(tokenizer))).save_pretrained(folder)
    return SentenceTransformer(modules=[Transformer(str(folder)), Pooling(32, **pooling)], device="cpu")


class Pipelines(Real):
    def setUp(self):
        super().setUp()
        self.tokenizer = small_tokenizer()
        self.model = transformers.DistilBertForSequenceClassification.from_pretrained(small).eval()  # sdpa, as people load it

    def alone(self, ids, model=None):
        """[L, H, n, n] of the same ids, by the model itself."""
        with headwaters.record(model or self.model) as recorded, torch.no_grad():
            return numbers(recorded(ids).attentions)

    def ids(self, one):
        return self.tokenizer(one, return_tensors="pt").input_ids

    def test_a_classifier_in_one_line(self):
        pipe = transformers.pipeline("text-classification", model=self.model, tokenizer=self.tokenizer)
        wanted = pipe(text)
        example, = self.examples(headwaters.from_pipeline(pipe, text))[0]
        self.assertEqual(example["tokens"], self.tokenizer.convert_ids_to_tokens(self.ids(text)[0]))
        self.close(self.written(example, "attentions"), self.alone(self.ids(text)), 1e-6)
        self.assertEqual(pipe(text), wanted)
        self.assertEqual(self.model.config._attn_implementation, "sdpa")
        self.assertIsNone(self.model(self.ids(text)).attentions)  # as it was
        self.assertIn("srcdoc", headwaters.show(headwaters.from_pipeline(pipe, text), page="https://pages.example/").html)

    def test_texts_become_examples_in_their_order_and_padding_goes(self):
        pipe = transformers.pipeline("text-classification", model=self.model, tokenizer=self.tokenizer)
        texts = ["The table.", text, "Keys."]
        for seen in (headwaters.from_pipeline(pipe, texts), headwaters.from_pipeline(pipe, texts, batch_size=3)):
            examples, _ = self.examples(seen)
            self.assertEqual(len(examples), 3)
            for example, one in zip(examples, texts):
                self.assertEqual(example["tokens"], self.tokenizer.convert_ids_to_tokens(self.ids(one)[0]))
                self.close(self.written(example, "attentions"), self.alone(self.ids(one)), 2e-5)

    def test_what_a_pipeline_writes_is_one_run(self):
        row, = [row for row in zoo.rows if row.name == "GPT-2"]
        model = row.build(attention=None, vocab_size=len(self.tokenizer))
        pipe = transformers.pipeline("text-generation", model=model, tokenizer=self.tokenizer)
        named = dict(max_new_tokens=4, do_sample=False)
        wanted = pipe(text, **named)
        example, = self.examples(headwaters.from_pipeline(pipe, text, **named))[0]
        self.assertEqual(pipe(text, **named), wanted)
        with torch.no_grad():
            ids = pipe.preprocess(text)["input_ids"]
            sequence = model.generate(ids, attention_mask=torch.ones_like(ids), pad_token_id=0, **named)
        self.assertEqual(example["tokens"], self.tokenizer.convert_ids_to_tokens(sequence[0])[:-1])  # the last has no row
        self.close(self.written(example, "attentions"), self.alone(sequence[:, :-1], model), 1e-5)

    def test_a_picture(self):
        row, = [row for row in zoo.rows if row.name == "ViT"]
        model = row.build(attention=None)
        processor = transformers.ViTImageProcessor(size={"height": 16, "width": 16}) if not hasattr(transformers, "ViTImageProcessorPil") else \
            transformers.ViTImageProcessorPil(size={"height": 16, "width": 16})
        from PIL import Image

        picture = Image.fromarray(np.random.default_rng(0).integers(0, 255, (16, 16, 3), dtype=np.uint8))
        pipe = transformers.pipeline("image-classification", model=model, image_processor=processor)
        example, = self.examples(headwaters.from_pipeline(pipe, picture), image=picture)[0]
        self.assertEqual((np.shape(example["attentions"]), example["image"]["grid"], example["tokens"][1]), ((3, 4, 17, 17), [4, 4], "1,1"))

    def test_what_is_no_pipeline_is_refused(self):
        self.says("takes a pipeline of transformers or a SentenceTransformer, not a DistilBert", headwaters.from_pipeline, self.model, text)
        self.says("takes a pipeline", headwaters.from_pipeline, "pipe", text)
        pipe = transformers.pipeline("text-classification", model=self.model, tokenizer=self.tokenizer)
        with mock.patch.object(pipe, "model", None):
            self.says("contains no transformers model", headwaters.from_pipeline, pipe, text)
        with mock.patch.object(pipe, "forward", lambda *_, **__: {"logits": torch.zeros(1, 2)}):
            self.says("never called", headwaters.from_pipeline, pipe, text)
        self.assertNotIn("generate", vars(self.model))


@unittest.skipIf(importlib.util.find_spec("sentence_transformers") is None, "sentence-transformers is not installed")
class SentenceTransformers(Real):
    def setUp(self):
        super().setUp()
        self.tokenizer = small_tokenizer()

    def test_an_encoder_of_sentences(self):
        whole = sentences(self.folder / "model")
        texts = ["The table.", text]  # encode() of both at once would begin with the longer one
        wanted = whole.encode(texts)
        examples, _ = self.examples(headwaters.from_pipeline(whole, texts))
        self.assertEqual(len(examples), 2)
        for example, one in zip(examples, texts):
            ids = self.tokenizer(one, return_tensors="pt").input_ids
            self.assertEqual(example["tokens"], self.tokenizer.convert_ids_to_tokens(ids[0]))
            with headwaters.record(whole[0].auto_model) as model, torch.no_grad():
                self.close(self.written(example, "attentions"), numbers(model(ids).attentions), 1e-6)
        np.testing.assert_array_equal(whole.encode(texts), wanted)

    def test_the_same_behind_a_line_of_text(self):
        for name, mode in (("mean", "mean"), ("cls", "cls")):
            whole = sentences(self.folder / name, pooling_mode=mode)
            live = headwaters.LiveModel(whole)
            wanted = whole.encode([text, "The table."])
            self.close(live.run(text).vector, wanted[0], 1e-5)
            cosine = float(wanted[0] @ wanted[1] / np.linalg.norm(wanted[0]) / np.linalg.norm(wanted[1]))
            self.assertAlmostEqual(live.run(text, target="cos:The table.").question["before"], cosine, places=5)
        self.says("mean or the first token", headwaters.LiveModel, sentences(self.folder / "max", pooling_mode="max"))

    def test_a_judge_of_pairs(self):
        from sentence_transformers import CrossEncoder

        torch.manual_seed(0)
        self.tokenizer.save_pretrained(self.folder / "model")
        config = transformers.BertConfig(**{**bert_fields(self.tokenizer), "num_labels": 1})
        transformers.BertForSequenceClassification(config).save_pretrained(self.folder / "model")
        judge = CrossEncoder(str(self.folder / "model"), device="cpu")
        example, = self.examples(headwaters.from_pipeline(judge, ("Where are they?", text)))[0]
        ids = self.tokenizer("Where are they?", text, return_tensors="pt").input_ids
        self.assertEqual(example["tokens"], self.tokenizer.convert_ids_to_tokens(ids[0]))
        self.assertEqual(np.shape(example["attentions"])[:2], (3, 4))


if __name__ == "__main__":
    unittest.main()
