"""What the scripts of Python clients share: the question on standard input, and one JSON object a line for each outcome.

Standard input is {"baseURL", "apiKey", "model", "cases": {case: [question, ...]}}; a line is {"client", "case", "outcome"},
with the outcome of client.ts. The case "bad key" asks with a key that is wrong. A client with `cases` is asked those only.
"""

import json
import logging
import sys
import warnings

logging.disable(logging.CRITICAL)

ASKED = json.load(sys.stdin)
BASE_URL, MODEL = ASKED["baseURL"], ASKED["model"]
OPERATIONS = {"stream": "stream", "second question": "follow_up", "file": "download"}


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


async def run(clients):
    """Asks each client each of its cases."""
    for client in clients:
        for case, questions in ASKED["cases"].items():
            if case not in getattr(client, "cases", ASKED["cases"]):
                continue
            line = {"client": client.name, "case": case, "outcome": await outcome(client, case, questions)}
            print(json.dumps(line), flush=True)
