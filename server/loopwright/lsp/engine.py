"""Model, compiler and project indexes of a server session: loaded when first asked for, replaced when settings change."""

from __future__ import annotations

import logging
import os
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from loopwright.cancellation import CancelToken
from loopwright.check.other_texts import OtherTexts
from loopwright.check.run import CheckOptions, check
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.settings import Settings
from loopwright.memory.index import Index
from loopwright.memory.projects import Projects
from loopwright.model.endpoint import KEY_VARIABLE, Endpoint
from loopwright.model.exchange import parse_address
from loopwright.model.manifest import ModelError, choose_model
from loopwright.model.runtime import Proposer, Runtime, require_runtime
from loopwright.model.served import Served
from loopwright.openacc.sharing import MEMORY_MODELS, MemoryModel
from loopwright.source.outline import Loop
from loopwright.source.text import Span
from loopwright.suggest.evidence import Candidate, StatementSuggestion, Suggestion
from loopwright.suggest.facts import facts_of
from loopwright.suggest.pipeline import Known, Tools, at_once, suggest
from loopwright.suggest.standing.asked import Help
from loopwright.suggest.standing.standing import suggest_standing
from loopwright.suggest.tried import stamped
from loopwright.suggest.worth import Profile, profile
from loopwright.toolchain.accept import UNWANTED, Acceptor, acceptor_of, opinions
from loopwright.toolchain.compilers import find_compilers
from loopwright.toolchain.confine import allow_unconfined

log = logging.getLogger(__name__)
_REMEMBERED = 128
Key = tuple[Hashable, int, int]  # content of the file, start of the loop, generation of the index
Kept = TypeVar("Kept")
Name = TypeVar("Name")
_CLOSE_SECONDS = 0.2


@dataclass(frozen=True)
class Asking:
    """A loop that somebody asks about, and every open file: what they say goes before what is saved."""

    snapshot: Snapshot
    loop: Loop
    opened: tuple[Snapshot, ...]


@dataclass(frozen=True)
class EngineStatus:
    """What is in use, in words, and what is missing."""

    model: str | None
    compiler: str | None
    notes: tuple[str, ...]


class Engine:
    """Thread-safe. Suggestions are remembered by the content of the file and of the project's index. What the project and the
    analysis tell of a loop (:meth:`at_once`) waits for neither model nor compiler, be they loading, absent or broken."""

    def __init__(
        self,
        model_failed: Callable[[str], None] = lambda sentence: None,
        status_changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._model_failed, self._status_changed = model_failed, status_changed
        self._lock = threading.Lock()
        self._settings = Settings()
        self._trusted = False
        self._runtime: Proposer | None = None
        self._acceptor: Acceptor | None = None
        self._front_end: Acceptor | None = None
        self._notes: list[str] = []
        self._trouble: str | None = None  # of a model that is served elsewhere; it may pass
        self._told: set[str] = set()
        self._prepared = False
        self._known: OrderedDict[Key, Known] = OrderedDict()
        self._remembered: OrderedDict[Key, Suggestion] = OrderedDict()
        self._runs: OrderedDict[tuple[Hashable, int], Suggestion] = OrderedDict()  # whatever the index says
        self._projects = Projects()

    def configure(self, settings: Settings, trusted: bool) -> None:
        """New settings or trust; what depended on the old ones is let go."""
        with self._lock:
            if self._prepared and (settings, trusted) == (self._settings, self._trusted):
                return
            if self._runtime is not None:
                self._runtime.close()
            self._settings, self._trusted = settings, trusted
            allow_unconfined(settings.run_unconfined)
            self._runtime, self._acceptor, self._front_end, self._prepared = None, None, None, False
            self._remembered.clear()
            self._runs.clear()
            self._known.clear()

    def prepare(self) -> EngineStatus:
        """Find compiler and model, start loading the model; safe to call again."""
        loading: Proposer | None = None
        with self._lock:
            if not self._prepared:
                self._notes, self._trouble = [], None
                self._runtime = loading = self._find_model()
                self._acceptor = self._find_compiler()
                self._prepared = True
            status = EngineStatus(
                self._runtime.model.name if self._runtime else None,
                self._acceptor.compiler.name if self._acceptor else None,
                (*self._notes, *([self._trouble] if self._trouble else [])),
            )
        if loading is not None:
            # Outside of the lock: where loading has failed already, what follows is done here and takes it again.
            begun = loading
            begun.load().add_done_callback(lambda future: self._loaded(begun, future.exception()))
        return status

    def front_end(self) -> Acceptor | None:
        """Whom to ask about directives, ``None`` if there is nobody or no compiler may be started."""
        self.prepare()
        return self._front_end

    def compilers(self) -> tuple[Acceptor, ...]:
        """Whom to ask about whole files, nobody where no compiler may be started."""
        self.prepare()
        return opinions(self._acceptor, bool(self._settings.compiler_path))

    def open(self, snapshot: Snapshot, opened: Iterable[Snapshot]) -> None:
        """A file was opened beside others: the index of its project is brought up to date in the background."""
        self._projects.around(snapshot.path, [(s.path, s.outline) for s in opened])

    def at_once(self, asked: Asking) -> Known:
        """What the project and the analysis tell of a loop; remembered."""
        memory = self._memory(asked)
        key = self._key(asked, memory)
        with self._lock:
            known = self._known.get(key)
        if known is None:
            tools = Tools(
                candidates=self._settings.model_candidates,
                device=self._device(),
                memory=memory,
                sharing=self._sharing(),
                take_out=True,
            )
            known = at_once(asked.snapshot.outline, asked.loop, asked.snapshot.path, tools)
            self._keep(self._known, key, known)
        return known

    def standing(
        self, snapshot: Snapshot, offset: int, opened: tuple[Snapshot, ...], token: CancelToken
    ) -> StatementSuggestion | None:
        """Directives above the statement on the line of ``offset``, as far as nobody has to be waited for."""
        memory = self._projects.around(snapshot.path, [(s.path, s.outline) for s in opened])
        help = Help(
            memory,
            None,
            lambda text, at: _flagged(snapshot, text, at),
            self._settings.model_candidates,
            self._sharing(),
        )
        return suggest_standing(snapshot.outline, offset, snapshot.path, help, token)

    def latest(self, asked: Asking) -> Suggestion:
        """The suggestion as far as it is worked out."""
        known = self.at_once(asked)
        served = self._runtime
        if isinstance(served, Served):
            served.ask_again()
        key = self._key(asked, self._memory(asked))
        with self._lock:
            remembered = self._remembered.get(key)
        return self._as_run(asked, key, known.suggestion) if remembered is None else remembered

    def suggest(
        self, asked: Asking, token: CancelToken, report: Callable[[str], None] = lambda stage: None
    ) -> Suggestion:
        """Candidates for a loop, with the model's and with a compiler's word; remembered."""
        latest = self.latest(asked)
        if latest.complete:
            return latest
        self.prepare()
        snapshot = asked.snapshot
        known, memory = self.at_once(asked), self._memory(asked)
        key = self._key(asked, memory)
        tools = Tools(
            self._runtime,
            self._acceptor,
            self._settings.model_candidates,
            tuple(self._notes),
            False,
            self._device(),
            memory,
            self._sharing(),
            texts=_other_texts(snapshot, asked.opened, token),
            unasked=UNWANTED,  # the notes say why
            take_out=True,
        )
        suggestion = suggest(
            snapshot.outline, asked.loop, snapshot.path, tools, token, report, known,
            lambda early: self._remember(asked, key, early),
        )  # fmt: skip
        return self._remember(asked, key, suggestion)

    def try_out(
        self, asked: Asking, token: CancelToken, report: Callable[[str], None] = lambda stage: None
    ) -> Suggestion:
        """The analysis' candidate, run on generated inputs. Nothing is run in a workspace that is not trusted."""
        self.prepare()
        with self._lock:
            trusted = self._trusted
        if not trusted:
            raise PermissionError("Nothing is run in a workspace that is not trusted.")
        tools = Tools(None, self._acceptor, 1, (), True, self._device(), sharing=self._sharing(), take_out=True)
        suggestion = suggest(asked.snapshot.outline, asked.loop, asked.snapshot.path, tools, token, report)
        key = self._key(asked, self._memory(asked))
        self._keep(self._runs, key[:2], suggestion)
        self._remember(asked, key, self.latest(asked))
        return suggestion

    def _remember(self, asked: Asking, key: Key, suggestion: Suggestion) -> Suggestion:
        """Keep a list with what a run says of it, whichever of the two ended first."""
        found = self._as_run(asked, key, suggestion)
        self._keep(self._remembered, key, found)
        return found

    def _as_run(self, asked: Asking, key: Key, suggestion: Suggestion) -> Suggestion:
        """A list with what a run says of it, if there was one."""
        with self._lock:
            run = self._runs.get(key[:2])
        return suggestion if run is None else _with_run(suggestion, run, asked)

    def analysis_tools(self) -> Tools:
        """For what is worked out without model and compiler."""
        return Tools(candidates=1, device=self._device(), sharing=self._sharing())

    def device(self, compiler: str = "") -> Profile:
        """The profile that estimates are for; of programs that ``compiler`` builds."""
        return replace(profile(self._device(), compiler), shares=self._sharing() == "unified")

    def _sharing(self) -> MemoryModel:
        return next(model for model in MEMORY_MODELS if model == self._settings.device_memory)

    def _device(self) -> str:
        try:
            profile(self._settings.device_profile)
        except ValueError as error:
            log.warning("%s", error)
            return "desktop"
        return self._settings.device_profile

    def close(self) -> None:
        """Let go of the model. Called on the event loop at shutdown, so it does not wait for work that holds the lock."""
        if self._lock.acquire(timeout=_CLOSE_SECONDS):
            try:
                if self._runtime is not None:
                    self._runtime.close()
                    self._runtime = None
            finally:
                self._lock.release()

    def _memory(self, asked: Asking) -> Index | None:
        return self._projects.around(asked.snapshot.path, [(s.path, s.outline) for s in asked.opened])

    def _key(self, asked: Asking, memory: Index | None) -> Key:
        return asked.snapshot.content, asked.loop.span.start, memory.generation if memory is not None else -1

    def _keep(self, kept: OrderedDict[Name, Kept], key: Name, value: Kept) -> None:
        with self._lock:
            kept[key] = value
            kept.move_to_end(key)
            while len(kept) > _REMEMBERED:
                kept.popitem(last=False)

    def _find_model(self) -> Proposer | None:
        if not self._settings.model_enable:
            return None
        try:
            return self._served_model() or self._local_model()
        except ModelError as error:
            self._notes.append(str(error))
            return None

    def _served_model(self) -> Served | None:
        if not self._settings.model_endpoint:
            return None
        # A workspace has no say in the environment, and the address has no place for what is secret.
        endpoint = Endpoint(parse_address(self._settings.model_endpoint), key=os.environ.get(KEY_VARIABLE, ""))
        served = Served(endpoint, self._instead, lambda sentence: self._served_changed(served, sentence))
        return served

    def _instead(self) -> Runtime | None:
        try:
            return self._local_model()
        except ModelError as error:
            log.info("%s", error)
            return None

    def _served_changed(self, served: Served, sentence: str | None) -> None:
        """A server went away or came back; called on its threads. What was worked out with another model is forgotten."""
        with self._lock:
            if self._runtime is not served:
                return
            name = served.model.name
            instead = f" Until it does, {name} is asked." if sentence and not sentence.startswith(name) else ""
            self._trouble = f"{sentence}{instead}" if sentence else None
            self._remembered.clear()
            new = self._trouble if self._trouble not in self._told else None
            self._told.update([new] if new else [])
        if new:
            log.error("%s", new)
            self._model_failed(new)
        self._status_changed()

    def _local_model(self) -> Runtime:
        model = choose_model(self._settings.model_name or None, self._settings.model_adapter)
        require_runtime()
        return Runtime(model, threads=self._settings.model_threads or None)

    def _loaded(self, runtime: Proposer, error: BaseException | None) -> None:
        if error is None:
            return
        log.error("%s", error)
        self._model_failed(str(error))
        with self._lock:
            self._notes.append(str(error))
            if self._runtime is runtime:
                runtime.close()
                self._runtime = None
        self._status_changed()

    def _find_compiler(self) -> Acceptor | None:
        if not self._settings.compiler_enable:
            self._notes.append("Checking with a compiler is switched off.")
            return None
        if not self._trusted:
            self._notes.append("No compiler is started in a workspace that is not trusted.")
            return None
        found = find_compilers(self._settings.compiler_path or None)
        if not found.compilers:
            self._notes.append(
                "No compiler that understands OpenACC was found"
                + (f" ({'; '.join(found.refused)})." if found.refused else ".")
            )
            return None
        acceptor = acceptor_of(
            found.compilers, self._settings.compiler_timeout, chosen=bool(self._settings.compiler_path)
        )
        front_end = None if self._settings.compiler_path else found.front_end
        other = front_end is not None and front_end != acceptor.compiler
        self._front_end = Acceptor(front_end, self._settings.compiler_timeout) if front_end and other else acceptor
        return acceptor


def _with_run(known: Suggestion, run: Suggestion, asked: Asking) -> Suggestion:
    """What was shown, with the words that a run gives or, where it refuted the loop, the run alone."""
    if any(candidate.tested for candidate in run.candidates):
        return replace(known, candidates=_as_tested(known, run, asked))
    return run if run.verdict.verdict == "refuted" else known


def _as_tested(known: Suggestion, run: Suggestion, asked: Asking) -> tuple[Candidate, ...]:
    """What was shown, with what a run says of it."""
    by_name = {candidate.directive: candidate.tested for candidate in run.candidates if candidate.tested is not None}
    plain = next((c.tested for c in run.candidates if c.tested is not None and not c.changes_loop), None)
    shown = known.candidates
    if plain is not None:
        shown = stamped(shown, plain, asked.loop, facts_of(asked.snapshot.outline, asked.loop))
    return tuple(replace(candidate, tested=by_name.get(candidate.directive, candidate.tested)) for candidate in shown)


def _other_texts(snapshot: Snapshot, opened: tuple[Snapshot, ...], token: CancelToken) -> OtherTexts:
    """Tells what is wrong with a text in the place of the file's, in the program as it is now."""
    program = snapshot.in_program({other.path: other.as_header for other in opened}.get)
    return OtherTexts(snapshot.path, lru_cache(2)(snapshot.with_text), program, token)


def _flagged(snapshot: Snapshot, text: bytes, at: int) -> Counter[str]:
    """How often ``text`` in the place of the file's breaks each rule around a place."""
    return Counter(finding.code for finding in check(snapshot.with_text(text), CheckOptions(around=Span(at, at))))
