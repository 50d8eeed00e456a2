"""Asks the service with the clients of PyPI that its arguments name, unchanged, as python_client.py says.

Each is imported when it is asked: they need different versions of `openai`, so that one environment does not hold all.
"""

import asyncio
import os
import sys

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", LITELLM_LOG="CRITICAL")

from python_client import BASE_URL, MODEL, of_response, run, shown, user


class InspectAI:
    name = "inspect_ai"

    def __init__(self, key):
        from inspect_ai.model import ChatMessageUser, get_model

        self.model = get_model(f"openai/{MODEL}", base_url=BASE_URL, api_key=key, responses_api=True, memoize=False)
        self.user = lambda text: ChatMessageUser(content=text)

    def shown(self, answer):
        kinds = [part.type for part in answer.message.content if not isinstance(part, str)]
        own = len(answer.message.tool_calls or [])
        return shown(answer.completion, finish=answer.stop_reason, own=own, service=kinds.count("tool_use"))

    async def ask(self, question):
        return self.shown(await self.model.generate([self.user(question)]))

    async def follow_up(self, first, second):
        answer = await self.model.generate([self.user(first)])
        return self.shown(await self.model.generate([self.user(first), answer.message, self.user(second)]))


class DSPy:
    """Its history of a conversation is texts; how an answer ended it does not say."""

    name = "dspy"

    def __init__(self, key):
        import dspy

        self.model = dspy.LM(f"openai/{MODEL}", api_base=BASE_URL, api_key=key, model_type="responses", cache=False)

    def text(self, messages):
        (answer,) = self.model(messages=messages)
        return answer

    def shown(self, answer):
        own = len(answer.get("tool_calls") or [])
        return shown(answer["text"], finish="completed", own=own, service=0)

    async def ask(self, question):
        return self.shown(self.text([user(question)]))

    async def follow_up(self, first, second):
        answer = {"role": "assistant", "content": self.text([user(first)])["text"]}
        return self.shown(self.text([user(first), answer, user(second)]))


class LiteLLM:
    """The newest; python_clients.py has the one that shares the `openai` of others."""

    name = "litellm"

    def __init__(self, key):
        import litellm

        litellm.suppress_debug_info = True
        connection = {"model": f"openai/{MODEL}", "api_base": BASE_URL, "api_key": key}
        self.answer = lambda question: litellm.responses(input=question, **connection)

    async def ask(self, question):
        return of_response(self.answer(question))

    async def follow_up(self, first, second):
        output = [item.model_dump() for item in self.answer(first).output]
        return of_response(self.answer([user(first), *output, user(second)]))


class LlamaIndex:
    name = "llama-index"

    def __init__(self, key):
        from llama_index.core.llms import ChatMessage
        from llama_index.llms.openai import OpenAIResponses

        self.model = OpenAIResponses(model=MODEL, api_base=BASE_URL, api_key=key, context_window=100_000)
        self.user = lambda text: ChatMessage(role="user", content=text)

    def shown(self, answer):
        return of_response(answer.raw) if answer.message.content else shown("", finish="no text", own=0, service=0)

    async def ask(self, question):
        return self.shown(self.model.chat([self.user(question)]))

    async def follow_up(self, first, second):
        answer = self.model.chat([self.user(first)]).message
        return self.shown(self.model.chat([self.user(first), answer, self.user(second)]))


asyncio.run(run([client for client in (InspectAI, DSPy, LiteLLM, LlamaIndex) if client.name in sys.argv[1:]]))
