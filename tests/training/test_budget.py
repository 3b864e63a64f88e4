"""What `here` does in the minutes that it is given: planned, told, held."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from loopwright_training import adapt as adapting
from loopwright_training.adapt import AdaptConfig, adapt
from loopwright_training.budget import Plan, judging_in, planned, read_judging, read_plan, write_kept
from loopwright_training.config import ConfigError
from loopwright_training.cost import Cost

MINUTE = 60.0


def plan(minutes: float, round_minutes: float, answer: float, *parts: int) -> Plan:
    return planned(minutes * MINUTE, 0.0, 6.0, Cost(round_minutes * MINUTE, 4), answer, parts)


def test_with_time_enough_all_is_done() -> None:
    found = plan(30, 1, 1.0, 20, 20)
    assert (found.rounds, found.judging.modes, found.judging.asked) == (6.0, ("fresh", "kept"), 0)
    assert found.judging.seconds == 2 * 2 * 40 * 1.0


@pytest.mark.parametrize(
    ("minutes", "round_minutes", "answer", "parts"),
    [(30, 2.5, 4.0, (17, 20)), (30, 10, 4.0, (17, 20)), (10, 4, 10.0, (40, 80)), (60, 30, 20.0, (200, 5))],
)
def test_a_plan_fits_into_its_minutes(
    minutes: float, round_minutes: float, answer: float, parts: tuple[int, ...]
) -> None:
    found = plan(minutes, round_minutes, answer, *parts)
    assert found.training + found.judging.seconds <= minutes * MINUTE * 1.001
    assert found.training == pytest.approx(found.rounds * round_minutes * MINUTE)
    assert found.rounds >= 0.25


def test_what_is_of_less_use_goes_first() -> None:
    assert plan(30, 2.5, 8.0, 17, 20).judging.modes == ("kept",)  # not the fresh ones, but every loop
    assert plan(30, 2.5, 8.0, 17, 20).judging.asked == 0
    few = plan(30, 10, 20.0, 40, 80)
    assert 6 <= few.judging.asked < 40


def test_too_few_minutes_are_refused_with_a_number_that_is_enough() -> None:
    with pytest.raises(ConfigError, match=r"5 minutes are too few: .*`--minutes (\d+)` is enough") as refused:
        plan(5, 20, 10.0, 10, 10)
    enough = int(str(refused.value).partition("--minutes ")[2].partition("`")[0])
    assert plan(enough, 20, 10.0, 10, 10).rounds >= 0.25


def test_what_is_gone_is_counted() -> None:
    found = planned(30 * MINUTE, 10 * MINUTE, 6.0, Cost(10 * MINUTE, 4), 4.0, (17, 20))
    assert found.training + found.judging.seconds <= 20 * MINUTE
    with pytest.raises(ConfigError, match="10 minutes are too few"):
        planned(10 * MINUTE, 9 * MINUTE, 6.0, Cost(10 * MINUTE, 4), 4.0, (17, 20))


def test_a_plan_is_kept_for_the_same_inputs_alone(tmp_path: Path) -> None:
    made = plan(30, 2.5, 4.0, 17, 20)
    write_kept(tmp_path / "plan.json", "stamp", made)
    assert read_plan(tmp_path / "plan.json", "stamp") == made
    assert read_plan(tmp_path / "plan.json", "another") is None
    (tmp_path / "plan.json").write_text("{")
    assert read_plan(tmp_path / "plan.json", "stamp") is None
    how = judging_in(60, 1.0, (17, 20))
    write_kept(tmp_path / "judging.json", "stamp", how)
    assert read_judging(tmp_path / "judging.json", "stamp") == how
    assert read_judging(tmp_path / "judging.json", "another") is None


def test_a_busier_machine_takes_loops_from_judging_and_nothing_from_training() -> None:
    quiet, busy = judging_in(200, 1.0, (30, 30)), judging_in(200, 4.0, (30, 30))
    assert (quiet.asked, busy.asked) == (0, 12)
    assert judging_in(0, 4.0, (30, 30)).asked == 6  # less says nothing


def settings(base: Path, pairs: Path, output: Path, epochs: float, **more: object) -> AdaptConfig:
    return AdaptConfig(
        str(base), (str(pairs),), output, epochs=epochs, batch=4, context=128, held=(str(pairs),), patience=99, **more
    )  # type: ignore[arg-type]


def test_training_ends_in_time_and_keeps_what_it_learned(
    tiny_base: Path,
    tiny_pairs: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 1
        return now

    monkeypatch.setattr(adapting, "time", SimpleNamespace(time=clock))
    adapt(settings(tiny_base, tiny_pairs, tmp_path / "out", 100_000), 60)
    assert now < 60 + 30
    assert "the time is up after step" in capsys.readouterr().out
    history = json.loads((tmp_path / "out" / "adapt.json").read_text())["history"]
    assert "eval_loss" in history[-1] or "eval_loss" in history[-2]
    assert (tmp_path / "out" / "adapter_model.safetensors").exists()


def test_the_clock_makes_checkpoints_between_epochs(
    tiny_base: Path, tiny_pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[int] = []
    monkeypatch.setattr("shutil.rmtree", lambda *_, **__: None)  # they are taken away at the end
    adapt(settings(tiny_base, tiny_pairs, tmp_path / "out", 2, checkpoint_seconds=1e-3))
    saved = sorted(int(p.name.rpartition("-")[2]) for p in (tmp_path / "out" / "checkpoints").glob("checkpoint-*"))
    assert any(step % 4 for step in saved)  # an epoch has four steps
