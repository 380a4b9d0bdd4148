"""Writes small files of torch.save, and the same numbers as safetensors (float32, contiguous). python make.py, with torch and safetensors."""
import collections
import os

import torch
from safetensors.torch import save_file

HERE = os.path.dirname(os.path.abspath(__file__))
torch.manual_seed(5)

base = torch.randn(6, 8)
tensors = collections.OrderedDict(
    plain=torch.randn(3, 4),
    half=torch.randn(5).half(),
    brain=torch.randn(2, 3).bfloat16(),
    double=torch.randn(4, dtype=torch.float64),
    transposed=torch.randn(4, 3).t(),
    slice=base[2:5, 1:7],
    steps=torch.randn(20)[1::3],
    tied=base,
    tied_again=base,
    parameter=torch.nn.Parameter(torch.randn(2, 2)),
    scalar=torch.tensor(2.5),
    one_row=torch.randn(1, 7)[:, 2:],
    empty=torch.zeros(0, 3),
    ids=torch.arange(5).expand((1, -1)),
    mask=torch.tril(torch.ones(3, 3, dtype=torch.bool)).view(1, 1, 3, 3),
)


def path(name):
    return os.path.join(HERE, name)


model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.LayerNorm(3))
torch.save(tensors, path("zip.bin"))
torch.save(tensors, path("old.bin"), _use_new_zipfile_serialization=False)
torch.save(dict(tensors), path("protocol4.bin"), pickle_protocol=4)
torch.save({"epoch": 3, "optimizer": {"state": {}, "lr": [0.1]}, "state_dict": tensors}, path("nested.bin"))
torch.save(model.state_dict(), path("module_state.bin"))
torch.save(model, path("whole_module.bin"))  # names classes, so it is refused
numbers = {k: v.detach().float().contiguous().clone() for k, v in tensors.items() if v.is_floating_point() and v.numel()}
save_file(numbers, path("expected.safetensors"))
save_file({k: v.clone() for k, v in model.state_dict().items()}, path("module_state.safetensors"))
