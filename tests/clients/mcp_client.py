"""The official Python client of the Model Context Protocol, unchanged, over HTTP.

Reads one JSON object from standard input: url, key, mode, and either calls ([name, arguments] each) and the name of a
file to read, or cancel. Prints one JSON object: what came of each.
"""
import asyncio
import base64
import json
import sys

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


def connect(asked):
    http_client = create_mcp_http_client(headers={"Authorization": f"Bearer {asked['key']}"})
    return Client(streamable_http_client(f"{asked['url']}/mcp", http_client=http_client), mode=asked["mode"])


async def use(asked):
    async with connect(asked) as client:
        said = {"tools": [tool.name for tool in (await client.list_tools()).tools], "calls": [], "heard": []}
        links = {}
        for name, arguments in asked["calls"]:
            async def hear(progress, total, message):
                said["heard"].append(message)

            result = await client.call_tool(name, arguments, progress_callback=hear)
            said["calls"].append({
                "isError": result.is_error,
                "text": result.content[0].text,
                "structuredContent": result.structured_content,
            })
            links.update({part.name: str(part.uri) for part in result.content if part.type == "resource_link"})
        contents = (await client.read_resource(links[asked["read"]])).contents[0]
        blob = getattr(contents, "blob", None)
        said["read"] = {"mimeType": contents.mime_type, "bytes": len(base64.b64decode(blob)) if blob else None}
        return said


async def cancel(asked):
    async with connect(asked) as client:
        heard = asyncio.Event()

        async def hear(progress, total, message):
            heard.set()

        called = asyncio.create_task(
            client.call_tool("thesis", {"question": "Analyse AAPL"}, progress_callback=hear)
        )
        await heard.wait()
        called.cancel()
        try:
            await called
        except asyncio.CancelledError:
            pass
        print("cancelled", flush=True)
        await asyncio.to_thread(sys.stdin.read)  # stays connected until the test has seen that the agent was stopped
        return {"cancelled": True}


asked = json.loads(sys.stdin.readline())
print(json.dumps(asyncio.run(cancel(asked) if asked.get("cancel") else use(asked))), flush=True)
