"""Asks the service with eight clients of PyPI, unchanged, and prints what each shows, as python_client.py says."""

import asyncio
import os
import urllib.request

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", LITELLM_LOG="CRITICAL", OPENAI_AGENTS_DISABLE_TRACING="1")
os.environ.update(AGNO_TELEMETRY="false", HAYSTACK_TELEMETRY_ENABLED="False")

import agents
import litellm
import openai
from agent_framework.openai import OpenAIChatClient
from agno.agent import Agent as AgnoAgent
from agno.models.message import Message as AgnoMessage
from agno.models.openai import OpenAIResponses
from haystack.components.generators.chat import OpenAIResponsesChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.utils import Secret
from langchain_core.messages import HumanMessage
from langchain_openai import ChatOpenAI
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

from python_client import BASE_URL, MODEL, downloaded, first_file, of_response, run, shown, user

litellm.suppress_debug_info = True


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


SOME = ("question", "second question", "unknown company")


class Haystack:
    name = "haystack-ai"
    cases = SOME

    def __init__(self, key):
        secret = Secret.from_token(key)
        self.generator = OpenAIResponsesChatGenerator(api_key=secret, model=MODEL, api_base_url=BASE_URL)

    def reply(self, *messages):
        return self.generator.run(list(messages))["replies"][0]

    def shown(self, message):
        return shown(message.text, finish=message.meta["status"], own=len(message.tool_calls), service=0)

    async def ask(self, question):
        return self.shown(self.reply(ChatMessage.from_user(question)))

    async def follow_up(self, first, second):
        question = ChatMessage.from_user(first)
        return self.shown(self.reply(question, self.reply(question), ChatMessage.from_user(second)))


class Agno:
    name = "agno"
    cases = SOME

    def __init__(self, key):
        self.agent = AgnoAgent(model=OpenAIResponses(id=MODEL, base_url=BASE_URL, api_key=key), telemetry=False)

    def shown(self, answer):
        return shown(answer.content, finish=str(answer.status.value).lower(), own=len(answer.tools or []), service=0)

    async def ask(self, question):
        return self.shown(await self.agent.arun(question))

    async def follow_up(self, first, second):
        answer = await self.agent.arun(first)
        return self.shown(await self.agent.arun([*answer.messages, AgnoMessage(role="user", content=second)]))


class AgentFramework:
    name = "agent-framework"
    cases = SOME

    def __init__(self, key):
        self.agent = OpenAIChatClient(model=MODEL, base_url=BASE_URL, api_key=key).as_agent(name="analyst")

    def shown(self, answer):
        kinds = [content.type for message in answer.messages for content in message.contents]
        own, service = kinds.count("function_call"), kinds.count("mcp_server_tool_call")
        return shown(answer.text, finish=str(answer.finish_reason), own=own, service=service)

    async def ask(self, question):
        return self.shown(await self.agent.run(question))

    async def follow_up(self, first, second):
        session = self.agent.create_session()
        await self.agent.run(first, session=session)
        return self.shown(await self.agent.run(second, session=session))


asyncio.run(run([OpenAI, LangChain, LiteLLM, OpenAIAgents, PydanticAI, Haystack, Agno, AgentFramework]))
