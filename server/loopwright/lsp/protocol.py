"""What the specification asks of a server whatever it serves: states, error codes, one answer to every request.

pygls decodes and serves; it says nothing to a request that comes too early, too late or malformed, and a command that was
cancelled runs on. Every message goes through :meth:`Protocol.receive`, every answer through :meth:`Protocol._answer`.
"""

from __future__ import annotations

import asyncio
import enum
import inspect
import json
import logging
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Literal

from lsprotocol import converters, types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.language_server import _prepare_command_arguments

from loopwright.lsp.wire import Unreadable
from loopwright.lsp.written import write_once, written

log = logging.getLogger(__name__)
_CODES = types.ErrorCodes
_UNKNOWN = object()
Identifier = int | str


class Refused(JsonRpcException):
    """A request that is answered with an error: a code of the specification and a sentence."""

    def __init__(self, code: types.ErrorCodes | types.LSPErrorCodes, sentence: str) -> None:
        super().__init__(sentence, int(code))


def strict_converter() -> Any:
    """lsprotocol's converter, but that it takes no text for a number, nor a number for text. ``initialize`` is read with the
    lenient one: a client that declares an odd capability is served all the same."""
    converter = converters.get_converter()
    converter.register_structure_hook(str, _exact(str))
    converter.register_structure_hook(bool, _exact(bool))
    converter.register_structure_hook(int, _integer)
    return converter


def _exact(kind: type) -> Callable[[Any, Any], Any]:
    def structure(value: Any, wanted: Any) -> Any:
        if not isinstance(value, kind):
            raise TypeError(f"{value!r:.40} is no {kind.__name__}")
        return _named(value, wanted)

    return structure


def _integer(value: Any, wanted: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != int(value):
        raise TypeError(f"{value!r:.40} is no int")
    return _named(int(value), wanted)  # some clients know no integers and send 3.0


def _named(value: Any, wanted: Any) -> Any:
    """Enumerations are numbers and texts too, for which cattrs asks the hooks of these; what is sent back must be a member."""
    return wanted(value) if isinstance(wanted, type) and issubclass(wanted, enum.Enum) else value


class Protocol(LanguageServerProtocol):
    """Used on the event loop. ``parameters`` gives the types of the parameters of methods of our own."""

    parameters: dict[str, type]

    def __init__(self, server: Any, converter: Any) -> None:
        self.parameters = {}
        self._state: Literal["new", "ready", "shut down"] = "new"
        super().__init__(server, converter)
        write_once(self._converter)
        self._strict = strict_converter()
        self._running: dict[Identifier, asyncio.Task[Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._cancelled: set[Identifier] = set()
        self._asked: set[Identifier] = set()
        self.exit_code: int | None = None
        self.on_exit: Callable[[], None] = lambda: None
        self.on_lost: Callable[[str, Any], None] = lambda method, params: None  # a notification was not followed

    # Receiving

    def receive(self, message: bytes | Unreadable) -> None:
        """One message from the client. Handlers begin in the order of their messages; nothing is raised."""
        try:
            content = _decoded(message)
            self._dispatch(content)
        except Refused as refusal:
            log.warning("a message was refused: %s", refusal)
            self._send_error(None, refusal)

    def _dispatch(self, content: dict[str, Any]) -> None:
        identifier = content.get("id", _UNKNOWN)
        method = content.get("method", _UNKNOWN)
        if method is _UNKNOWN:
            if identifier is _UNKNOWN or ("result" not in content and "error" not in content):
                raise Refused(
                    _CODES.InvalidRequest, "The message is neither a request nor a notification nor an answer."
                )
            self._take_answer(content)
        elif identifier is _UNKNOWN:
            if content.get("jsonrpc") == self.VERSION and isinstance(method, str):
                self._start(self._notified(method, content.get("params")))
            else:
                log.warning("a notification that is not JSON-RPC 2.0 was ignored")
        else:
            self._request(identifier, method, content)

    def _request(self, identifier: Any, method: Any, content: dict[str, Any]) -> None:
        if isinstance(identifier, bool) or not isinstance(identifier, (int, str)):
            raise Refused(_CODES.InvalidRequest, "The id of a request is an integer or a string.")
        problem = ""
        if content.get("jsonrpc") != self.VERSION or not isinstance(method, str):
            problem = "The request is not JSON-RPC 2.0."
        elif identifier in self._running:
            problem = "A request with this id has not been answered yet."
        if problem:
            self._send_error(identifier, Refused(_CODES.InvalidRequest, problem))
        else:
            self._running[identifier] = task = self._start(self._serve(method, content.get("params")))
            task.add_done_callback(lambda task: self._answer(identifier, method, task))

    def _start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Requests

    async def _serve(self, method: str, params: Any) -> Any:
        return await self._run(self._handler(method), self._structured(method, params))

    def _answer(self, identifier: Identifier, method: str, task: asyncio.Task[Any]) -> None:
        """Send the one answer to a request, however its handler ended."""
        del self._running[identifier]
        by_client = identifier in self._cancelled
        self._cancelled.discard(identifier)
        try:
            self._send_result(identifier, method, task.result())
        except asyncio.CancelledError:
            # Only the client cancels a request; work that others ended is about a state that is gone.
            code = types.LSPErrorCodes.RequestCancelled if by_client else types.LSPErrorCodes.ContentModified
            self._send_error(identifier, Refused(code, "The request was cancelled."))
        except JsonRpcException as error:
            log.info("%s was answered with an error: %s", method, error)
            self._send_error(identifier, error)
        except OSError as error:
            log.warning("%s failed", method, exc_info=error)
            self._send_error(identifier, Refused(types.LSPErrorCodes.RequestFailed, _reason(error)))
        except Exception as error:
            log.error("%s failed", method, exc_info=error)
            sentence = f"Loopwright could not answer {method} ({type(error).__name__}); its log has the details."
            self._send_error(identifier, Refused(_CODES.InternalError, sentence))

    def _handler(self, method: str) -> Any:
        """The handler of a request in the state that the session is in."""
        if self._state == "new" and method != types.INITIALIZE:
            raise Refused(_CODES.ServerNotInitialized, "The session has not been initialized.")
        if self._state == "shut down":
            raise Refused(_CODES.InvalidRequest, "The session has been shut down.")
        if self._state == "ready" and method == types.INITIALIZE:
            raise Refused(_CODES.InvalidRequest, "The session has been initialized already.")
        is_request = method not in types.METHOD_TO_TYPES or types.METHOD_TO_TYPES[method][1] is not None
        handler = self.fm.builtin_features.get(method) or self.fm.features.get(method)
        if handler is None or not is_request:
            raise Refused(_CODES.MethodNotFound, f"There is no request {method!r:.80}.")
        return handler

    def _structured(self, method: str, params: Any) -> Any:
        """The parameters as the method's type. Raises InvalidParams."""
        wanted: Any = self.parameters.get(method) or types.METHOD_TO_TYPES.get(method, (None, None, None))[2]
        if wanted is None:
            return None if method in types.METHOD_TO_TYPES else params
        converter = self._converter if method == types.INITIALIZE else self._strict
        try:
            if not isinstance(params, dict):
                raise TypeError("they are no object")
            return converter.structure(params, wanted)
        except Exception as error:
            raise Refused(_CODES.InvalidParams, f"The parameters of {method} are invalid: {_reason(error)}.") from error

    async def _run(self, handler: Any, *arguments: Any) -> Any:
        """The result of a handler: a function, a coroutine function, or a generator of handlers (pygls' own)."""
        result: Any = handler(*arguments)
        if inspect.isgenerator(result):
            return await self._drive(result)
        return await result if inspect.isawaitable(result) else result

    async def _drive(self, handlers: Generator[Any, Any, Any]) -> Any:
        value: Any = None
        while True:
            try:
                handler, arguments, named = handlers.send(value)
            except StopIteration as stop:
                return stop.value
            value = handler(*(arguments or ()), **(named or {}))
            if inspect.isawaitable(value):
                value = await value

    # Notifications

    async def _notified(self, method: str, params: Any) -> None:
        """Handle a notification; there is nobody to tell what goes wrong but the log."""
        if method == types.EXIT:
            self.end(0 if self._state == "shut down" else 1)
            return
        if self._state != "ready":
            log.info("%s was ignored: the session is %s", method, self._state)
            return
        try:
            if method == types.CANCEL_REQUEST:
                self._cancel(params.get("id") if isinstance(params, dict) else None)
                return
            handler = self.fm.builtin_features.get(method) or self.fm.features.get(method)
            if handler is None:
                log.info("the notification %.80s is not known", method)
                return
            await self._run(handler, self._structured(method, params))
        except asyncio.CancelledError:
            raise
        except JsonRpcException as error:
            log.warning("%s was ignored: %s", method, error)
            self.on_lost(method, params)
        except Exception as error:
            log.error("%s failed", method, exc_info=error)
            self.on_lost(method, params)

    def _cancel(self, identifier: Any) -> None:
        task = self._running.get(identifier) if isinstance(identifier, (int, str)) else None
        if task is not None:
            self._cancelled.add(identifier)
            task.cancel()

    # Life cycle

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Any:
        """Become ready once everything that belongs to it is done."""
        result = yield from super().lsp_initialize(params)
        self._state = "ready"
        return result

    @lsp_method(types.SHUTDOWN)
    async def lsp_shutdown(self, *_: Any) -> None:  # type: ignore[override]
        """Take no more requests, give up those on their way, let go of everything."""
        self._state = "shut down"
        self._shutdown = True
        for identifier, task in list(self._running.items()):
            if task is not asyncio.current_task():
                self._cancelled.add(identifier)
                task.cancel()
        handler = self.fm.features.get(types.SHUTDOWN)
        if handler is not None:
            await self._run(handler, None)

    def end(self, code: int) -> None:
        """The session is over."""
        if self.exit_code is None:
            self.exit_code = code
            self.on_exit()

    @property
    def was_shut_down(self) -> bool:
        """Whether the client has asked to shut down."""
        return self._state == "shut down"

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: types.ExecuteCommandParams) -> Any:  # type: ignore[override]
        """Run a command; cancelling the request cancels it."""
        handler = self.fm.commands.get(params.command)
        if handler is None:
            raise Refused(_CODES.InvalidParams, f"There is no command {params.command!r:.80}.")
        params.arguments = [*(params.arguments or ()), *_left_out(handler, len(params.arguments or ()))]
        try:
            arguments, named = _prepare_command_arguments(handler, params, self._strict)
        except Exception as error:
            sentence = f"The arguments of {params.command} are invalid: {_reason(error)}."
            raise Refused(_CODES.InvalidParams, sentence) from error
        return await self._run(lambda: handler(*arguments, **named))

    # Answers of the client

    def send_request(self, method: str, params: Any = None, callback: Any = None, msg_id: Any = None) -> Any:
        """Ask the client."""
        future = super().send_request(method, params, callback, msg_id)
        self._asked.update(key for key, value in self._request_futures.items() if value is future)
        return future

    def _take_answer(self, content: dict[str, Any]) -> None:
        identifier = content["id"]
        if not isinstance(identifier, (int, str)) or identifier not in self._asked:
            log.warning("an answer to a request that was not made was ignored")
            return
        self._asked.discard(identifier)
        wanted = self._result_types.pop(identifier, None)
        future = self._request_futures.pop(identifier, None)
        if future is None or future.done():
            return  # given up
        if content.get("error") is not None:
            error = content["error"] if isinstance(content["error"], dict) else {}
            code, message = error.get("code"), error.get("message")
            known = isinstance(code, int) and code != 0
            future.set_exception(
                JsonRpcException(str(message or "no reason"), code if known else int(_CODES.InternalError))
            )
            return
        try:
            result = self._converter.structure(content, wanted).result if wanted else content.get("result")
        except Exception as error:
            log.warning("an answer of the client could not be read", exc_info=error)
            future.set_exception(JsonRpcInvalidParams("The answer could not be read."))
        else:
            future.set_result(result)

    # Sending

    def _send_result(self, identifier: Identifier, method: str, result: Any) -> None:
        """Raises what goes wrong in making the message, so that it can be answered with an error."""
        kind = types.METHOD_TO_TYPES.get(method, (None, None))[1]
        if kind is None:
            content = {"jsonrpc": self.VERSION, "id": identifier, "result": result}
        else:
            content = self._converter.unstructure(kind(id=identifier, result=result, jsonrpc=self.VERSION))
            content.setdefault("result", None)
        self._write(content)

    def _send_error(self, identifier: Identifier | None, error: JsonRpcException) -> None:
        answer = {"code": error.code, "message": error.message or type(error).__name__}
        self._write({"jsonrpc": self.VERSION, "id": identifier, "error": answer})

    def _send_data(self, data: Any) -> None:
        """A notification or a request of ours; pygls' own knows nothing of what was written before."""
        try:
            self._write(data)
        except Exception as error:
            log.error("a message could not be sent", exc_info=error)

    def _write(self, content: Any) -> None:
        body = written(content, self._serialize_message).encode()
        if self.writer is not None:
            self.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)


def _decoded(message: bytes | Unreadable) -> dict[str, Any]:
    if isinstance(message, Unreadable):
        raise Refused(_CODES.ParseError, str(message))
    try:
        content = json.loads(message.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refused(_CODES.ParseError, f"The message is not JSON: {_reason(error)}.") from error
    if not isinstance(content, dict):
        raise Refused(_CODES.InvalidRequest, "A message is an object.")
    return content


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _left_out(handler: Callable[..., Any], given: int) -> list[Any]:
    """The defaults of the last parameters of a command, of which ``given`` have a value."""
    # pygls wraps a handler that takes the server first, and keeps it as `func`.
    taken = inspect.signature(getattr(handler, "func", handler)).parameters
    defaults = [parameter.default for name, parameter in taken.items() if name != "ls"][given:]
    return [] if inspect.Parameter.empty in defaults else defaults


def _reason(error: BaseException) -> str:
    """The innermost cause in a few words, on one line."""
    while causes := getattr(error, "exceptions", ()):  # a group, of Python 3.11 or of its backport
        error = causes[0]
    if isinstance(error, KeyError):
        return f"{error.args[0]!r:.60} is missing"
    return " ".join(str(error).split())[:160].rstrip(".") or type(error).__name__
