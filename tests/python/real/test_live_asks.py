# SPDX-License-Identifier: MIT
"""The questions of the page's views to a model of live(): the lens, tests of words, experiments, the deciding attention, swaps, scores,
writing. Each answer is compared with the page's own engine on the same checkpoint (its WebAssembly in Node)."""

import json
import math
import shutil
import subprocess
import unittest

import numpy as np
import support
from support import program, root

from real.library import Real, headwaters
from real.test_live import Agrees, opened, own, small

engine = root / "build" / "wasm" / "model.js"


def theirs(folder, *asked):
    done = subprocess.run([shutil.which("node"), str(root / "tests" / "web" / "model" / "ask_folder.mjs"), str(folder)], input=json.dumps(asked), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    return made["about"], made["answers"]


@unittest.skipUnless(engine.is_file() and shutil.which("node"), "The page's engine is not built (tools/build wasm), or there is no Node.")
class AgreesWithThePage(Real):
    def same(self, mine, wanted, name, tolerance=2e-3):
        """Equal texts and counts, and numbers within the tolerance. A missing number must be missing in both."""
        if isinstance(wanted, dict):
            self.assertEqual(set(mine), set(wanted), name)
            for key, one in wanted.items():
                self.same(mine[key], one, f"{name} {key}", tolerance)
        elif isinstance(wanted, list):
            self.assertEqual(len(mine), len(wanted), name)
            for at, (one, other) in enumerate(zip(mine, wanted)):
                self.same(one, other, f"{name} {at}", tolerance)
        elif wanted is None:
            self.assertTrue(mine is None or math.isnan(mine), (name, mine))
        elif (isinstance(wanted, float) and not isinstance(wanted, bool)) or isinstance(mine, float):
            self.assertTrue(math.isclose(mine, wanted, rel_tol=tolerance, abs_tol=tolerance), (name, mine, wanted))
        else:  # classes without a name are a number there
            self.assertEqual(mine.removeprefix("LABEL_") if isinstance(mine, str) else mine, wanted, name)

    def each(self):
        for name, folder in Agrees.models(self):
            model, tokenizer = opened(folder)
            live = headwaters.LiveModel(model, tokenizer)
            if live.kind != "none":
                yield name, folder, live, Agrees.text(self, folder, tokenizer)

    def target(self, live, text):
        question = live.run(text).question
        return f"{question['index']}-{question['minus']}".removesuffix("--1")

    def test_the_lens_and_tests_of_words(self):
        for name, folder, live, text in self.each():
            target = self.target(live, text)
            calls = [["lens", "2", "3"], *[["blanked", blank, "0;1-2;3,5-6;2"] for blank in [one["name"] for one in live._blanks()] if blank in ("hide", "mask", "delete", "replace:zero-embedding")]]
            about, wanted = theirs(folder, *({"text": text, "target": target, "ask": call} for call in calls))
            self.assertEqual(live.about()["isPostNorm"], about["isPostNorm"], name)
            for call, one in zip(calls, wanted):
                if "problem" in one:
                    self.fail(f"{name} {call}: {one}")
                mine = live.ask(*call, text=text, target=target)
                if call[0] == "blanked":
                    mine.pop("blanks"), one.pop("blanks")
                self.same(mine, one, f"{name} {call[:2]}")

    def test_experiments_rank_cut_and_draw_the_same(self):
        for name, folder, live, text in self.each():
            target = self.target(live, text)
            rankings = [("edge", one) for one in ("gradients", "relevance", "rollout", "attention")] + [("head", "gradients"), ("head", "attention")]
            rankings += [("token", one) for one in ("gradients", "relevance", "rollout", "flow", "attention")]
            calls = [["experiment", kind, ranking, rule, "6"] for (kind, ranking), rule in zip(rankings, ["zero", "renormalise"] * 6)]
            _, wanted = theirs(folder, *({"text": text, "target": target, "ask": call} for call in calls))
            for call, one in zip(calls, wanted):
                mine = live.ask(*call, text=text, target=target)
                self.same(mine["counts"], one["counts"], name)
                self.same([mine["value"], mine["draws"]], [one["value"], one["draws"]], f"{name} {call}")
                self.assertAlmostEqual(mine["all"] / one["all"], 1, delta=0.05)  # weights that are nearly 0 are 0 with one of them
                # Among values that are equal to the last bit of a float, another may come first. Then the two orders differ, and so do the
                # cuts.
                if [{**unit, "weight": 0} for unit in mine["units"]] == [{**unit, "weight": 0} for unit in one["units"]]:
                    self.compared = getattr(self, "compared", 0) + 1
                    self.same(mine["ranked"], one["ranked"], f"{name} {call}")
                    if all(np.allclose(mine["random"][part], one["random"][part], atol=2e-3) for part in ("mean", "low", "high")):
                        self.drawn = getattr(self, "drawn", 0) + 1
                        self.assertAlmostEqual(mine["p"], one["p"], places=6, msg=f"{name} {call}")
                self.asked = getattr(self, "asked", 0) + 1
        self.assertGreater(self.compared, 0.9 * self.asked)
        self.assertGreater(self.drawn, 0.6 * self.asked)

    def test_single_cuts_searches_and_minimum_cuts(self):
        for name, folder, live, text in self.each():
            target = self.target(live, text)
            calls = [["alone", "head", "zero", "5"], ["alone", "token", "renormalise", "5"], ["alone", "edge", "zero", "5"], ["decide", "head", "zero", "5"], ["decide", "token", "renormalise", "5"], ["decide", "edge", "zero", "8"],
                     ["alone", "token", "zero", "99", "all"], ["alone", "token", "zero", "99", "words"], ["decide", "token", "zero", "5", "all"], ["experiment", "token", "search", "zero", "0", "all"],
                     ["experiment", "head", "search", "zero", "0"], ["cutset", "1:*:2>1; 2:*:3>3", "2:3", "1", "zero", "0"]]
            _, wanted = theirs(folder, *({"text": text, "target": target, "ask": call} for call in calls))
            for call, one in zip(calls, wanted):
                mine = live.ask(*call, text=text, target=target)
                one.pop("all", None), mine.pop("all", None)
                if call[0] == "cutset" and mine["blank"] != one["blank"]:  # the library knows a token that these files do not name
                    mine, one = ({part: said[part] for part in ("value", "cut", "withoutResiduals", "p")} for said in (mine, one))
                if call[0] == "decide" and mine["units"] != one["units"] and len(mine["units"]) == len(one["units"]):
                    mine.pop("units"), one.pop("units"), mine.pop("leadAfter"), one.pop("leadAfter")  # another of equal ones
                    mine.pop("after"), one.pop("after")
                self.same(mine, one, f"{name} {call}")

    def test_a_hidden_token_is_hidden_as_in_tests_of_words(self):
        for name, folder, live, text in self.each():
            target = self.target(live, text)
            if live._pools():
                with self.assertRaisesRegex(headwaters.HeadwatersError, "averages all tokens"):
                    live.run(text, cuts=["hidden 1"], target=target)
                continue
            runs = [{"text": text, "target": target, "hidden": cut} for cut in ("1", "2:1", "1; 2")]
            _, wanted = theirs(folder, *runs)
            for run, one in zip(runs, wanted):
                mine = live.run(text, cuts=["hidden " + run["hidden"]], target=target).question
                self.same([mine["before"], mine["after"]], [one["question"]["before"], one["question"]["after"]], f"{name} {run}")
            hidden = live.run(text, cuts=["hidden 1"], target=target).question["after"]
            self.same(hidden, live.ask("blanked", "hide", "1", text=text, target=target)["values"][0], name)
        with self.assertRaisesRegex(headwaters.HeadwatersError, "no token to hide"):
            live.run(text, cuts=["hidden 99"])
        with self.assertRaisesRegex(headwaters.HeadwatersError, "words"):
            live.ask("alone", "edge", "zero", "2", "all", text=text)

    def test_swaps(self):
        for name, folder, live, text in self.each():
            others = [text.replace("a", "e", 1), text[4:]]
            for other in others:
                if live.kind == "masked" and live.tokenizer.mask_token not in other:
                    continue
                target = self.target(live, text)
                calls = [{"text": text, "target": asked, "ask": ["swap", what, other, "0", "", ""]} for what in ("streams", "heads") for asked in ("", target)]
                runs = [{"text": text, "target": target, "swap": [other, places]} for places in ("s1:5", "h1:0;h0:1", "H2:0;H1:1", "s2:6;s0:6")]
                _, wanted = theirs(folder, *calls, *runs)
                for call, one in zip(calls, wanted):
                    if "problem" in one:
                        with self.assertRaises(headwaters.HeadwatersError):
                            live.ask("swap", call["ask"][1], other, text=text, target=call["target"])
                        continue
                    mine = live.ask("swap", call["ask"][1], other, text=text, target=call["target"])
                    if abs(one["clean"] - one["changed"]) < 0.05:
                        mine.pop("recovered"), one.pop("recovered")  # a share of nothing
                    self.same(mine, one, f"{name} {call}", 1e-2)
                for call, one in zip(runs, wanted[len(calls):]):
                    if "problem" in one:
                        continue
                    mine = live.run(text, target=target, swap=tuple(call["swap"])).question
                    self.same([mine["before"], mine["after"]], [one["question"]["before"], one["question"]["after"]], f"{name} {call}")

    def test_scores_are_those_of_the_command_line(self):
        names = {"hide": "hide", "mask": "mask", "delete": "delete", "replace:zero-embedding": "replace:zero-embedding", "gradient × input": "gradient-x-input", "integrated gradients": "integrated-gradients", "value zeroing": "value-zeroing", "ALTI": "alti"}
        for name, folder, live, text in self.each():
            target = self.target(live, text)
            mine, wanted = live.run(text, target=target, scores="usual").scores, {}
            for way in ("mask" if live.tokenizer.mask_token else "replace:zero-embedding", "delete"):
                mine |= live.run(text, target=target, scores=way).scores
            for one in names.values():
                if one == "mask" and not live.tokenizer.mask_token:
                    continue
                done = subprocess.run([program, "ask", str(folder), "--text", text, "--target", target, "--as", "logit", "--scores", one], capture_output=True, text=True, encoding="utf-8")
                self.assertEqual(done.returncode, 0, done.stderr)
                wanted[one] = json.loads(done.stdout)
            for named, values in mine.items():
                theirs_ = next(wanted[other] for front, other in names.items() if named.startswith(front))
                self.check_scores(name, named, values, theirs_, target)

    def check_scores(self, name, own, values, said, target):
        found = said["scores"][0] if isinstance(said["scores"], list) else next(iter(said["scores"].values()))
        found = found.get("values", found) if isinstance(found, dict) else found
        found = np.array(found, float)
        if own.split(" (")[0] in ("hide", "mask", "delete") or own.startswith("replace"):
            found = np.abs(said["value"] - found)
        np.testing.assert_allclose(values, found, atol=3e-3 * max(1, np.abs(found).max()), err_msg=f"{name} {own}")

    def test_it_writes_what_the_page_writes(self):
        for name, folder, live, text in self.each():
            if live.kind != "next":
                continue
            ways = [["6", "60000", "0", "0", "1", "1"], ["6", "60000", "0.8", "5", "0.9", "7"], ["6", "60000", "1.5", "0", "1", "3"]]
            _, wanted = theirs(folder, *({"text": text, "write": way} for way in ways))
            for way, one in zip(ways, wanted):
                mine = live.reply({"what": "write", "recipe": {"text": text}, "arguments": way})[0]["result"]
                self.same({part: mine[part] for part in ("ids", "begin", "prompt", "end")}, {part: one[part] for part in ("ids", "begin", "prompt", "end")}, f"{name} {way}")
                self.same([part["probability"] for part in mine["written"]], [part["probability"] for part in one["written"]], name)
                again = live.reply({"what": "write", "recipe": {"text": "", "ids": ",".join(map(str, mine["ids"]))}, "arguments": ["1", *way[1:]]})[0]["result"]
                self.assertEqual(again["begin"], len(mine["ids"]))


class Answered(Real):
    def setUp(self):
        super().setUp()
        self.live = headwaters.LiveModel(*opened(own / small))
        self.text = "the keys are on the table"

    def asked(self, **call):
        return self.live.reply({"what": "ask", "id": 5, "view": 0.5, "recipe": {"text": self.text}, **call})[0]

    def test_what_takes_long_is_told_bit_by_bit_and_can_be_given_up(self):
        with support.replaced("_AT_ONCE", 0):
            shares, reply = [], self.asked(name="experiment", arguments=["edge", "gradients", "zero", "40"])
            while "progress" in reply:
                shares.append(reply["progress"])
                reply = self.live.reply({"what": "on", "id": 5, "view": 0.5})[0]
            self.assertGreater(len(shares), 5)
            self.assertEqual(shares, sorted(shares))
            self.assertIn("ranked", reply["result"])
            self.assertIn("progress", self.asked(name="experiment", arguments=["edge", "gradients", "renormalise", "40"]))
            self.assertIn("result", self.live.reply({"what": "says", "id": 6, "view": 0.5, "recipe": {"text": "the key"}})[0])
            self.assertIn("was cancelled", self.live.reply({"what": "on", "id": 5, "view": 0.5})[0]["problem"]["finding"])

    def test_the_core_ends_with_an_answer_that_is_given_up(self):
        begun, real = [], support.own("_Program")
        counted = support.replaced("_Program", lambda: begun.append(real()) or begun[-1])
        with counted, support.replaced("_core", None), support.replaced("_AT_ONCE", 0):
            self.assertIn("progress", self.asked(name="experiment", arguments=["edge", "gradients", "zero", "40"]))
            self.assertIsNone(begun[0]._run.poll())
            self.asked(name="lens", arguments=["1", "2"])
            self.assertIsNotNone(begun[0]._run.poll())

    def test_without_the_core_a_model_runs_and_the_page_is_told(self):
        def missing():
            raise headwaters.HeadwatersError("The program `headwaters` is missing.")

        with support.replaced("_core", None), support.replaced("program", missing):
            about = self.live.about()
            self.assertEqual(about["asks"], ["blanked", "scores", "lens", "swap", "write"])
            self.assertIn("pip install .", about["notes"][-1])
            self.live.run(self.text, cuts=["1:0:3>1"], scores="usual")
            self.live.ask("blanked", "hide", "1", text=self.text)
            with self.assertRaisesRegex(headwaters.HeadwatersError, "is missing"):
                self.live.ask("decide", "edge", "zero", "4", text=self.text)

    def test_an_older_program_is_named(self):
        with support.replaced("_core", None), support.replaced("program", lambda: shutil.which("true")):
            with self.assertRaisesRegex(headwaters.HeadwatersError, "too old for this package"):
                self.live.ask("decide", "edge", "zero", "4", text=self.text)

    def test_a_run_with_scores_and_swaps_is_the_pages_example(self):
        reply, numbers = self.live.reply({"what": "run", "id": 1, "recipe": {"text": self.text, "scores": "usual", "swap": {"text": "the key is on the table", "places": "s1:2"}}})
        while "progress" in reply:
            reply, numbers = self.live.reply({"what": "on", "id": 1})
        names = [one["name"] for one in reply["example"]["importance"]]
        self.assertEqual([name.split(" (")[0] for name in names][:4], ["hide", "gradient × input", "integrated gradients", "value zeroing"])
        self.assertEqual(reply["example"]["title"], self.text)
        self.assertEqual(len(numbers), 1)
        json.dumps(reply, allow_nan=False)

    def test_what_is_no_question_is_said(self):
        for name, arguments, said in (("other", [], "support the question"), ("lens", ["1"], "takes 2 arguments"), ("lens", ["99", "3"], "no token 99"), ("experiment", ["head", "rollout", "zero", "4"], "cannot rank"),
                                      ("experiment", ["patch", "gradients", "zero", "4"], "has no patches"), ("alone", ["edge", "mean", "4"], "Use zero"), ("blanked", ["mask", "1"], "has no token"), ("blanked", ["", "1;99"], "not a group"),
                                      ("swap", ["streams", self.text, "0", "", "a1"], "doesn’t pair"), ("swap", ["weights", self.text, "0", "", ""], "cannot be swapped")):
            self.assertIn(said, self.asked(name=name, arguments=arguments)["problem"]["finding"])

    def test_the_model_is_as_it_was(self):
        before = self.live.run(self.text).attentions
        hooks = sum(len(module._forward_pre_hooks) + len(module._forward_hooks) for module in self.live.model.modules())
        own = [name for name, module in self.live.model.named_modules() if "forward" in vars(module)]
        self.live.model.train()
        for call in (("lens", 1, 2), ("experiment", "edge", "gradients", "zero", 2), ("swap", "heads", "the key is on the table"), ("decide", "edge", "zero", 3)):
            self.live.ask(*call, text=self.text)
        self.live.run(self.text, scores="usual")
        self.assertTrue(self.live.model.training)
        self.live.model.eval()
        self.assertEqual(sum(len(module._forward_pre_hooks) + len(module._forward_hooks) for module in self.live.model.modules()), hooks)
        self.assertEqual([name for name, module in self.live.model.named_modules() if "forward" in vars(module)], own)
        np.testing.assert_array_equal(headwaters.LiveModel(self.live.model, self.live.tokenizer).run(self.text).attentions, before)


if __name__ == "__main__":
    unittest.main()
