"""Asks the service with five clients of PyPI, unchanged, and prints what each shows: one JSON object a line.

Standard input is {"baseURL", "apiKey", "model", "cases": {case: [question, ...]}}; a line is {"client", "case", "outcome"},
with the outcome of client.ts. The case "bad key" asks with a key that is wrong.
"""

import asyncio
import json
import logging
import os
import sys
import urllib.request
import warnings

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", LITELLM_LOG="CRITICAL", OPENAI_AGENTS_DISABLE_TRACING="1")

import agents
import litellm
import openai
from langchain_core.messages import HumanMessage
from langchain_openai import ChatOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

logging.disable(logging.CRITICAL)
litellm.suppress_debug_info = True

ASKED = json.load(sys.stdin)
BASE_URL, MODEL = ASKED["baseURL"], ASKED["model"]


def shown(text, *, finish, own, service, turns=1, pieces=None):
    """What a client shows of one answer; `pieces` are those of its stream."""
    return {
        "shown": {
            "text": "".join(pieces) if pieces else text,
            "finalText": text,
            "pieces": len(pieces) if pieces else 1,
            "finish": finish,
            "turns": turns,
            "ownCalls": own,
            "serviceCalls": service,
        }
    }


def first_file(metadata):
    files = metadata["files"]
    return (json.loads(files) if isinstance(files, str) else files)[0]


def downloaded(metadata, content):
    file = first_file(metadata)
    got = {"bytes": len(content), "signature": content[:8].hex()}
    return {"downloaded": {"fileId": file["file_id"], "expectedBytes": file["bytes"], **got}}


def of_response(response, pieces=None):
    """What the objects of `openai` show, which `litellm` has too."""
    own = sum(item.type in ("function_call", "custom_tool_call") for item in response.output)
    service = sum(item.type == "mcp_call" for item in response.output)
    parts = [part.text for item in response.output if item.type == "message" for part in item.content]
    return shown("".join(parts), finish=response.status, own=own, service=service, pieces=pieces)


def user(question):
    return {"role": "user", "content": question}


class OpenAI:
    name = "openai (PyPI)"

    def __init__(self, key):
        self.client = openai.OpenAI(base_url=BASE_URL, api_key=key)

    async def ask(self, question):
        return of_response(self.client.responses.create(model=MODEL, input=question))

    async def stream(self, question):
        with self.client.responses.stream(model=MODEL, input=question) as stream:
            pieces = [event.delta for event in stream if event.type == "response.output_text.delta"]
            return of_response(stream.get_final_response(), pieces)

    async def follow_up(self, first, second):
        answer = self.client.responses.create(model=MODEL, input=first)
        history = [user(first), *answer.output, user(second)]
        return of_response(self.client.responses.create(model=MODEL, input=history))

    async def download(self, question):
        metadata = self.client.responses.create(model=MODEL, input=question).metadata
        return downloaded(metadata, self.client.files.content(first_file(metadata)["file_id"]).read())


class LangChain:
    """Told to use the Responses style; it has no download: the metadata is in the message."""

    name = "langchain-openai"

    def __init__(self, key):
        self.key = key
        self.model = ChatOpenAI(model=MODEL, base_url=BASE_URL, api_key=key, use_responses_api=True)

    def shown(self, message, pieces=None):
        blocks = [block for block in message.content if isinstance(block, dict)]
        service = sum(block["type"] == "mcp_call" for block in blocks)
        own = len(message.tool_calls) + len(message.invalid_tool_calls)
        return shown(message.text, finish=message.response_metadata["status"], own=own, service=service, pieces=pieces)

    async def ask(self, question):
        return self.shown(self.model.invoke(question))

    async def stream(self, question):
        chunks = list(self.model.stream(question))
        whole = chunks[0]
        for chunk in chunks[1:]:
            whole += chunk
        return self.shown(whole, [chunk.text for chunk in chunks if chunk.text])

    async def follow_up(self, first, second):
        answer = self.model.invoke(first)
        return self.shown(self.model.invoke([HumanMessage(first), answer, HumanMessage(second)]))

    async def download(self, question):
        metadata = self.model.invoke(question).response_metadata["metadata"]
        url = f"{BASE_URL}/files/{first_file(metadata)['file_id']}/content"
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {self.key}"})
        with urllib.request.urlopen(request) as reply:
            return downloaded(metadata, reply.read())


class LiteLLM:
    """Its provider is named before the model, as everywhere in litellm."""

    name = "litellm"

    def __init__(self, key):
        self.key = key
        self.connection = {"model": f"openai/{MODEL}", "api_base": BASE_URL, "api_key": key}

    async def ask(self, question):
        return of_response(litellm.responses(input=question, **self.connection))

    async def stream(self, question):
        pieces, response = [], None
        for event in litellm.responses(input=question, stream=True, **self.connection):
            if event.type == "response.output_text.delta":
                pieces.append(event.delta)
            if event.type == "response.completed":
                response = event.response
        return of_response(response, pieces)

    async def follow_up(self, first, second):
        answer = litellm.responses(input=first, **self.connection)
        history = [user(first), *(item.model_dump() for item in answer.output), user(second)]
        return of_response(litellm.responses(input=history, **self.connection))

    async def download(self, question):
        metadata = litellm.responses(input=question, **self.connection).metadata
        place = {"custom_llm_provider": "openai", "api_base": BASE_URL, "api_key": self.key}
        return downloaded(metadata, litellm.file_content(file_id=first_file(metadata)["file_id"], **place).content)


async def retrieved(client, response_id):
    """Downloads by the `openai` below: its user has the id of the response, and no metadata."""
    metadata = (await client.responses.retrieve(response_id)).metadata
    return downloaded(metadata, (await client.files.content(first_file(metadata)["file_id"])).content)


class OpenAIAgents:
    name = "openai-agents (PyPI)"

    def __init__(self, key):
        self.client = openai.AsyncOpenAI(base_url=BASE_URL, api_key=key)
        self.agent = agents.Agent(name="analyst", model=agents.OpenAIResponsesModel(MODEL, self.client))

    def shown(self, result, pieces=None):
        calls = [item.raw_item.type for item in result.new_items if isinstance(item, agents.ToolCallItem)]
        service = calls.count("mcp_call")
        ended = isinstance(result.new_items[-1], agents.MessageOutputItem)
        counts = {"own": len(calls) - service, "service": service, "turns": len(result.raw_responses)}
        return shown(result.final_output, finish="completed" if ended else "no message", pieces=pieces, **counts)

    async def ask(self, question):
        return self.shown(await agents.Runner.run(self.agent, question))

    async def stream(self, question):
        result, pieces = agents.Runner.run_streamed(self.agent, question), []
        async for event in result.stream_events():
            if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
                pieces.append(event.data.delta)
        return self.shown(result, pieces)

    async def follow_up(self, first, second):
        answer = await agents.Runner.run(self.agent, first)
        return self.shown(await agents.Runner.run(self.agent, [*answer.to_input_list(), user(second)]))

    async def download(self, question):
        answer = await agents.Runner.run(self.agent, question)
        return await retrieved(self.client, answer.last_response_id)


class PydanticAI:
    name = "pydantic-ai"

    def __init__(self, key):
        self.provider = OpenAIProvider(base_url=BASE_URL, api_key=key)
        self.agent = Agent(OpenAIResponsesModel(MODEL, provider=self.provider))

    def shown(self, text, messages, pieces=None):
        replies = [message for message in messages if message.kind == "response"]
        kinds = [part.part_kind for reply in replies for part in reply.parts]
        counts = {"own": kinds.count("tool-call"), "service": kinds.count("builtin-tool-call"), "turns": len(replies)}
        return shown(text, finish=replies[-1].finish_reason, pieces=pieces, **counts)

    async def ask(self, question):
        result = await self.agent.run(question)
        return self.shown(result.output, result.new_messages())

    async def stream(self, question):
        async with self.agent.run_stream(question) as result:
            pieces = [piece async for piece in result.stream_text(delta=True, debounce_by=None)]
            return self.shown(await result.get_output(), result.new_messages(), pieces)

    async def follow_up(self, first, second):
        answer = await self.agent.run(first)
        result = await self.agent.run(second, message_history=answer.all_messages())
        return self.shown(result.output, result.new_messages())

    async def download(self, question):
        result = await self.agent.run(question)
        return await retrieved(self.provider.client, result.response.provider_response_id)


CLIENTS = [OpenAI, LangChain, LiteLLM, OpenAIAgents, PydanticAI]
OPERATIONS = {"stream": "stream", "second question": "follow_up", "file": "download"}


async def outcome(client, case, questions):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", UserWarning)
        try:
            key = "sk-wrong" if case == "bad key" else ASKED["apiKey"]
            result = await getattr(client(key), OPERATIONS.get(case, "ask"))(*questions)
        except Exception as error:
            failure = {"kind": type(error).__name__, "status": getattr(error, "status_code", 0), "message": str(error)}
            return {"failure": failure}
    if "shown" in result:
        result["shown"]["warnings"] = [str(w.message)[:200] for w in warned if issubclass(w.category, UserWarning)]
    return result


async def main():
    for client in CLIENTS:
        for case, questions in ASKED["cases"].items():
            line = {"client": client.name, "case": case, "outcome": await outcome(client, case, questions)}
            print(json.dumps(line), flush=True)


asyncio.run(main())
