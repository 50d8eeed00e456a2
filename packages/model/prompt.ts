/** Requests of a model as the package takes them, also for servers that lack tools or JSON by a schema. */
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelMessage, ModelRequest, ModelToolCall } from "../../src/agent/model_port.ts";
import { isRecord } from "../../src/text/options.ts";
import { replyJson } from "../../src/agent/model/reply_json.ts";

/** What a server was seen to lack, so that it is asked in words. */
export interface Lacks {
  readonly tools: boolean;
  readonly shape: boolean;
}

/** A request as the package takes it. */
export function callOptions(request: ModelRequest, lacks: Lacks): LanguageModelV4CallOptions {
  const { tools = [], shape, maxTokens } = request;
  return {
    prompt: promptOf(request, lacks),
    maxOutputTokens: maxTokens,
    ...(tools.length > 0 && !lacks.tools && {
      tools: tools.map(({ name, says: description, input: inputSchema }) =>
        ({ type: "function", name, description, inputSchema }) as const
      ),
    }),
    ...(shape !== undefined && !lacks.shape && {
      responseFormat: { type: "json" as const, name: shape.name, schema: shape.schema },
    }),
  };
}

function promptOf({ messages, tools = [], shape }: ModelRequest, lacks: Lacks): LanguageModelV4Prompt {
  const rules = [
    ...(tools.length > 0 && lacks.tools ? [TOOL_RULES, JSON.stringify(tools)] : []),
    ...(shape !== undefined && lacks.shape ? [SHAPE_RULES, JSON.stringify(shape.schema)] : []),
  ].join("\n");
  const [first, ...rest] = messages;
  // In the first message: the templates of many local models allow no other that is the system's
  const ruled: readonly ModelMessage[] = rules === ""
    ? messages
    : first?.role === "system"
    ? [{ role: "system", text: `${first.text}\n\n${rules}` }, ...rest]
    : [{ role: "system", text: rules }, ...messages];
  return ruled.map((message) => lacks.tools ? inWords(message) : asMessage(message));
}

const TOOL_RULES = "This server has no function calling. To call tools, reply with nothing but JSON like " +
  '{"calls":[{"name":"...","arguments":{...}}]}. The tools, each with the JSON Schema of its arguments:';
const SHAPE_RULES = "Reply with nothing but JSON that keeps to this JSON Schema:";

type PromptMessage = LanguageModelV4Prompt[number];

function asMessage(message: ModelMessage): PromptMessage {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.text };
    case "user":
      return { role: "user", content: [{ type: "text", text: message.text }] };
    case "assistant": {
      const calls = message.calls ?? [];
      const said = message.text === "" && calls.length > 0 ? [] : [{ type: "text" as const, text: message.text }];
      return { role: "assistant", content: [...said, ...calls.map(callPart)] };
    }
    case "tool": {
      const output = { type: "text" as const, value: message.text };
      const { call: toolCallId, name: toolName } = message;
      return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] };
    }
  }
}

/** Templates of local models read arguments as an object; what is none is shown as what it was. */
function callPart({ id, name, arguments: given }: ModelToolCall) {
  const value = replyJson(given)?.value;
  return {
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input: isRecord(value) ? value : { not_json: given },
  };
}

/** A message of a conversation with a server that has no tools. */
function inWords(message: ModelMessage): PromptMessage {
  if (message.role === "tool") {
    return { role: "user", content: [{ type: "text", text: `Result of ${message.name}: ${message.text}` }] };
  }
  if (message.role !== "assistant" || !message.calls?.length) return asMessage(message);
  const calls = message.calls.map(({ name, arguments: a }) => ({ name, arguments: replyJson(a)?.value ?? a }));
  const text = [message.text, JSON.stringify({ calls })].filter((part) => part !== "").join("\n");
  return { role: "assistant", content: [{ type: "text", text }] };
}
