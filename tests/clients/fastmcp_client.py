"""Calls the tool thesis for each question with the client of fastmcp, unchanged, and prints what it gives as JSON.

Standard input is {"url", "key", "questions"}; the output is {"tools", "answers"}, an answer being the reasoning.
"""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.auth import BearerAuth


async def main(asked):
    async with Client(f"{asked['url']}/mcp", auth=BearerAuth(asked["key"])) as client:
        tools = [tool.name for tool in await client.list_tools()]
        answers = []
        for question in asked["questions"]:
            called = await client.call_tool("thesis", {"question": question, "as_of": None})
            answers.append(called.structured_content["value"]["agent_thesis"]["reasoning"])
    print(json.dumps({"tools": tools, "answers": answers}))


asyncio.run(main(json.load(sys.stdin)))
