"""`adapt`: teach a base model to fill in directives or loops, fully, by a LoRA adapter, or by one on a 4-bit base (QLoRA).

transformers' Trainer does the work, peft the adapters, accelerate the rest: `accelerate launch -m loopwright_training.cli adapt …`
spreads it over the GPUs and hosts that there are. A run that was ended goes on from its last whole checkpoint with the examples it
would have seen; one whose inputs have changed starts anew and says so.
"""

from __future__ import annotations

import json
import math
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import torch
from transformers import (
    AutoTokenizer,
    EarlyStoppingCallback,
    PrinterCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)

from loopwright_training.adapt_config import AdaptConfig, LoraConfig, processes, require_prompts, require_sense
from loopwright_training.architecture import load_model
from loopwright_training.config import ConfigError
from loopwright_training.examples import Held, Padding, Row, Shown, Views
from loopwright_training.marks import marks_of
from loopwright_training.records import log_run, read_records
from loopwright_training.stamps import begin, check_finished, is_made, stamp_of, write_stamp

_WHOLE = "whole"  # stands in a checkpoint that was written to its end
_READERS = 2  # processes that make examples while a GPU computes
_PRINTED = 50  # steps between two lines of losses
_SILENT = 60.0  # seconds until a line says how long it still takes
_LEAST_WORK = 20  # checkpoints between two steps of the clock cost at most one part in so many of the time
_KEPT = 3  # checkpoints: the best, the one that is written, and the whole one before it


def adapt(config: AdaptConfig, until: float | None = None) -> float:
    """Train and save; returns the mean loss a token of answers over the last steps. At ``until``, a time of ``time.time()``, training
    ends with what it has learned.

    Raises :class:`ConfigError` where nothing could come of it: no pairs, a base without the marks of a fill-in.
    """
    require_sense(config)
    check_finished(_inputs(config))
    stamp = stamp_of("adapt", config, _inputs(config))
    if is_made(config.output, "adapt", stamp):
        print(f"{config.output} is made of these pairs and this base already")
        return float(json.loads((config.output / "adapt.json").read_text("utf-8"))["loss"])
    rows = _rows(config.pairs, config.repeats)
    held_rows = _rows(config.held, ()) if config.held else []
    require_prompts(rows, config.modes, config.pairs)
    require_prompts(held_rows, config.held_modes or config.modes, config.held)
    tokenizer = AutoTokenizer.from_pretrained(config.base)
    marks_of(tokenizer)  # before a minute is spent
    # A new adapter's weights are drawn: the seed comes before them.
    torch.manual_seed(config.seed)
    torch.set_float32_matmul_precision("high")
    model = model_to_train(config)
    views = Views(config.modes, config.mode_weights, config.views, config.renamed, config.context)
    shown = Shown(rows, tokenizer, views, config.epochs, config.batch, config.seed)
    held = Held(held_rows, tokenizer, held_views(config)) if config.held else None
    steps = math.ceil(len(shown) / config.batch)
    every = min(_PRINTED, max(1, steps // 4))
    trainer = _InOrder(
        model=model,
        args=on_one_device(_arguments(config, steps, max(1, round(steps / config.epochs)), every)),
        train_dataset=shown,
        eval_dataset=held,
        data_collator=Padding(int(tokenizer.eos_token_id)),  # type: ignore[arg-type]
        callbacks=[_Progress(every), _WholeCheckpoints(config.checkpoint_seconds), _InTime(until)]
        + ([EarlyStoppingCallback(config.patience)] if config.patience else []),
    )
    trainer.remove_callback(PrinterCallback)  # _Progress says it in fewer words
    weights = sum(p.numel() for p in model.parameters() if p.requires_grad)
    _say(trainer, f"{config.method}: {len(rows)} pairs, {weights / 1e6:.2f} M weights, {steps} steps")
    if torch.cuda.device_count() > 1 and processes() == 1:
        _say(trainer, f"one of {torch.cuda.device_count()} GPUs is used; `accelerate launch` takes them all")
    started = time.time()
    if trainer.is_world_process_zero():
        begin(config.output, "adapt")
        _clear(config.output, stamp)
    trainer.accelerator.wait_for_everyone()
    result = trainer.train(resume_from_checkpoint=_checkpoint(config.output))
    if not math.isfinite(result.training_loss):
        raise ConfigError(f"training went astray: its loss is {result.training_loss}; a smaller rate may help")
    loss = _mean_loss(trainer.state.log_history, every) or result.training_loss
    trainer.accelerator.wait_for_everyone()
    trainer.save_model(str(config.output))
    if trainer.is_world_process_zero():
        tokenizer.save_pretrained(config.output)
        (config.output / "adapt.json").write_text(
            json.dumps({"loss": loss, "history": trainer.state.log_history}) + "\n", "utf-8"
        )
        figures = {"loss": loss, "steps": trainer.state.global_step, "seconds": time.time() - started}
        log_run(config.output, "adapt", config, figures)
        shutil.rmtree(_checkpoints(config.output), ignore_errors=True)
        write_stamp(config.output, "adapt", stamp)
    return loss


def is_adapted(config: AdaptConfig) -> bool:
    """Whether :func:`adapt` would find everything done."""
    return is_made(config.output, "adapt", stamp_of("adapt", config, _inputs(config)))


class _InOrder(Trainer):
    """The examples are in the order that they are to be shown in."""

    def _get_train_sampler(self, *_: Any) -> torch.utils.data.Sampler[int]:
        assert self.train_dataset is not None
        return torch.utils.data.SequentialSampler(self.train_dataset)


class _Progress(TrainerCallback):
    """A line on the terminal now and then, as short as a log can bear; losses ``every`` so many steps."""

    def __init__(self, every: int) -> None:
        self._started = self._said = time.time()
        self._first, self._every = 0, every

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._started, self._first = time.time(), state.global_step

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """What is left, once a minute: on a CPU a step can take as long."""
        now = time.time()
        if state.is_world_process_zero and now - self._said >= _SILENT:
            self._said = now
            left = (state.max_steps - state.global_step) * (now - self._started) / (state.global_step - self._first)
            print(f"step {state.global_step}/{state.max_steps}  about {left / 60:.0f} minutes left", flush=True)

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **_: Any) -> None:
        if not state.is_world_process_zero or not logs:
            return
        said = {}
        if "loss" in logs and state.global_step % self._every == 0:
            said["loss"] = _mean_loss(state.log_history, self._every)
        if "eval_loss" in logs:
            said["held-back loss"] = logs["eval_loss"]
        for name, loss in said.items():
            place = f"step {state.global_step}/{state.max_steps}"
            print(f"{place}  {name} {loss:.3f}  {time.time() - self._started:.0f} s", flush=True)


def _mean_loss(history: list[dict[str, Any]], steps: int) -> float | None:
    """Over the last ``steps`` of those that were logged."""
    logged = [entry for entry in history if "loss" in entry]
    losses = [entry["loss"] for entry in logged if entry["step"] > logged[-1]["step"] - steps]
    return sum(losses) / len(losses) if losses else None


class _WholeCheckpoints(TrainerCallback):
    """A checkpoint counts when its last file is written: a process can end while it writes. ``seconds`` after the last one there is
    another, or later where writing takes long."""

    def __init__(self, seconds: float) -> None:
        self._wait, self._took = seconds, 0.0
        self._saved = self._asked = time.time()

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._saved = time.time()

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        """The clocks of several processes would not agree, so only one by itself looks at its own."""
        self._asked = time.time()
        wait = max(self._wait, _LEAST_WORK * self._took)
        if self._wait and args.world_size == 1 and self._asked - self._saved >= wait:
            control.should_save = True

    def on_evaluate(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._asked = time.time()

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.is_world_process_zero:
            (Path(args.output_dir) / f"checkpoint-{state.global_step}" / _WHOLE).touch()
        self._saved = time.time()
        self._took = self._saved - self._asked


class _InTime(TrainerCallback):
    """Training ends before ``until``: the next step, as long as the longest, would end behind it."""

    def __init__(self, until: float | None) -> None:
        self._until, self._longest = until, 0.0
        self._began = time.time()

    def on_step_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._began = time.time()

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        now = time.time()
        self._longest = max(self._longest, now - self._began)
        if self._until is None or state.global_step >= state.max_steps or now + self._longest <= self._until:
            return
        print(f"the time is up after step {state.global_step} of {state.max_steps}", flush=True)
        control.should_training_stop = True
        control.should_evaluate = args.eval_strategy != "no"
        control.should_save = True


def _inputs(config: AdaptConfig) -> list[Path]:
    folders = [Path(config.base)] if Path(config.base).is_dir() else []
    return [*map(Path, (*config.pairs, *config.held)), *folders, *([config.adapter] if config.adapter else [])]


def _rows(paths: tuple[str, ...], repeats: tuple[int, ...]) -> list[Row]:
    times = repeats or (1,) * len(paths)
    rows = [row for path, count in zip(paths, times) for row in list(read_records(Path(path))) * count]
    if not rows:
        raise ConfigError(f"there is no pair in {', '.join(paths)}: nothing can be learned")
    return rows


def model_to_train(config: AdaptConfig) -> Any:
    """The base on the CPU with the adapter that is trained, as the method says."""
    if config.method == "qlora":
        model = _four_bit(config.base)
    else:
        model = load_model(config.base, "cpu")  # the Trainer moves it
    if config.method == "full":
        return model
    import peft

    if config.adapter is not None:
        return peft.PeftModel.from_pretrained(model, config.adapter, is_trainable=True)
    settings = peft.LoraConfig(
        r=config.lora.rank,
        lora_alpha=config.lora.alpha,
        lora_dropout=config.lora.dropout,
        target_modules=lora_targets(model, config.lora),
        task_type="CAUSAL_LM",
    )
    return peft.get_peft_model(model, settings)


def lora_targets(model: Any, lora: LoraConfig) -> list[str] | str:
    """What peft is told to change. Raises :class:`ConfigError` for names that were chosen and are not there."""
    linear = {path.rsplit(".", 1)[-1] for path, module in model.named_modules() if isinstance(module, torch.nn.Linear)}
    found = [name for name in lora.targets if name in linear]
    if found:
        return found
    if lora.targets == LoraConfig.targets:
        return "all-linear"
    raise ConfigError(
        f"lora.targets: the base has none of {', '.join(lora.targets)}; it has {', '.join(sorted(linear))}"
    )


def _four_bit(base: str) -> Any:
    """The base in 4 bits (Dettmers et al. 2023), its norms in single precision."""
    try:
        import bitsandbytes  # noqa: F401
    except ImportError:
        raise ConfigError("method qlora needs bitsandbytes: pip install 'loopwright[qlora]'") from None
    import peft
    from transformers import AutoModelForCausalLM, BitsAndBytesConfig

    how = BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=torch.bfloat16,
    )
    return peft.prepare_model_for_kbit_training(AutoModelForCausalLM.from_pretrained(base, quantization_config=how))


def held_views(config: AdaptConfig) -> Views:
    """What of the pairs that are held back is asked."""
    modes = config.held_modes or config.modes
    return Views(modes, (1.0,) * len(modes), 1, 0.0, config.context)


def _arguments(config: AdaptConfig, steps: int, epoch_steps: int, every: int) -> TrainingArguments:
    at_once = examples_at_once(config)
    watched = bool(config.patience)
    return TrainingArguments(
        output_dir=str(_checkpoints(config.output)),
        max_steps=steps,
        per_device_train_batch_size=at_once,
        per_device_eval_batch_size=at_once,
        gradient_accumulation_steps=config.batch // processes() // at_once,
        learning_rate=config.rate,
        weight_decay=config.weight_decay,
        adam_beta2=0.98,
        max_grad_norm=1.0,
        lr_scheduler_type="cosine",
        warmup_steps=round(config.warmup * steps),
        # A GPU would be waited for. On a CPU every loss is kept, so that a run that went on has those of a whole one.
        logging_steps=every if torch.cuda.is_available() else 1,
        save_strategy="steps",
        save_steps=epoch_steps if watched else config.checkpoint_steps,
        save_total_limit=_KEPT,
        eval_strategy="steps" if config.held else "no",
        eval_steps=epoch_steps,
        load_best_model_at_end=watched,
        metric_for_best_model="eval_loss" if watched else None,
        greater_is_better=False if watched else None,
        **({"gradient_checkpointing": True} if config.gradient_checkpointing else {}),
        bf16=torch.cuda.is_available(),
        use_cpu=not torch.cuda.is_available(),
        torch_compile=config.compile,
        report_to=list(config.trackers) or "none",
        disable_tqdm=True,
        remove_unused_columns=False,
        dataloader_pin_memory=torch.cuda.is_available(),
        dataloader_num_workers=_READERS if torch.cuda.is_available() else 0,
        seed=config.seed,
    )


def on_one_device(arguments: TrainingArguments) -> TrainingArguments:
    """``arguments`` for one GPU a process. Where several are in sight and nothing launched a process for each, the Trainer
    would take DataParallel, and so many times the batch."""
    if arguments.n_gpu > 1:
        arguments._n_gpu = 1
    return arguments


def examples_at_once(config: AdaptConfig) -> int:
    """How many examples one device sees together: of equal parts of its share the greatest that ``device_batch`` lets through."""
    share = config.batch // processes()
    most = min(share, config.device_batch or share)
    return next(count for count in range(most, 0, -1) if share % count == 0)


def _checkpoints(output: Path) -> Path:
    return output / "checkpoints"


def _clear(output: Path, stamp: str) -> None:
    """Leave only whole checkpoints of a run with ``stamp``; one process does it for all."""
    folder = _checkpoints(output)
    owner = folder / "stamp"
    if folder.exists() and (not owner.is_file() or owner.read_text("utf-8") != stamp):
        if any(folder.glob("checkpoint-*")):
            print("the checkpoints there are of other inputs: training starts anew", file=sys.stderr)
        shutil.rmtree(folder)
    for path in folder.glob("checkpoint-*"):
        if not (path / _WHOLE).exists():
            shutil.rmtree(path)
    folder.mkdir(parents=True, exist_ok=True)
    owner.write_text(stamp, "utf-8")
    last = _checkpoint(output)
    if last is not None:
        print(f"goes on from {Path(last).name}", flush=True)


def _checkpoint(output: Path) -> str | None:
    """The last checkpoint of those that :func:`_clear` has left."""
    found = sorted(_checkpoints(output).glob("checkpoint-*"), key=lambda path: int(path.name.rpartition("-")[2]))
    return str(found[-1]) if found else None


def _say(trainer: Trainer, text: str) -> None:
    if trainer.is_world_process_zero():
        print(text, flush=True)
