"""The model of many workers keeps its own accounts, and the conductor's constants."""

import importlib.machinery
import importlib.util
import sys

import pytest
from conftest import ROOT


@pytest.fixture(scope="module")
def model():
    loader = importlib.machinery.SourceFileLoader("scale_model", str(ROOT / "scripts/scale-model"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("scale_model", loader))
    sys.modules["scale_model"] = module
    loader.exec_module(module)
    return module


def test_it_agrees_with_what_can_be_worked_out_by_hand(model, capsys):
    assert model.check(), capsys.readouterr().out


def test_a_wrong_account_is_found(model):
    setting = model.replace(model.PLAIN, mean_life=100.0)
    result = model.simulate(setting)
    assert model.accounts(result, setting)
    result.chunks -= 1
    assert not model.accounts(result, setting)


def test_its_constants_are_the_conductors(model):
    pytest.importorskip("distributed", reason="dask is not installed")
    from unobench.distributed import command, conductor

    for name in (
        "TASKS_PER_THREAD",
        "TASK_SECONDS",
        "TASK_SECONDS_PER_THREAD",
        "TASK_CHUNKS",
        "COPIES",
        "OLDEST",
        "LOOK_SECONDS",
    ):
        assert getattr(model, name) == getattr(conductor, name)
    assert model.WINDOW == command.WINDOW
