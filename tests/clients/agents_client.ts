import {
  Agent,
  type ModelResponse,
  OpenAIResponsesModel,
  run,
  type RunItem,
  setTracingDisabled,
  user,
} from "@openai/agents";
import OpenAI from "openai";
import { type Client, type Connection, downloaded, firstFile, type Shown } from "./client.ts";

setTracingDisabled(true); // it would send the traces elsewhere

/** `@openai/agents`, over the `openai` that its user gives it. */
export const agentsClient: Client = {
  ask: async (connection, question) => shown(await run(agent(connection), question)),
  stream: async (connection, question) => {
    const result = await run(agent(connection), question, { stream: true });
    const deltas: string[] = [];
    for await (const delta of result.toTextStream()) deltas.push(delta);
    await result.completed;
    return { ...shown(result), text: deltas.join(""), pieces: deltas.length };
  },
  followUp: async (connection, [first, second]) => {
    const { history } = await run(agent(connection), first);
    return shown(await run(agent(connection), [...history, user(second)]));
  },
  download: async (connection, question) => {
    const { rawResponses } = await run(agent(connection), question);
    const metadata = rawResponses[0]?.providerData?.metadata;
    const content = await openai(connection).files.content(firstFile(metadata).file_id);
    return downloaded(metadata, await content.arrayBuffer());
  },
};

function openai({ baseURL, apiKey }: Connection): OpenAI {
  return new OpenAI({ baseURL, apiKey });
}

function agent(connection: Connection): Agent {
  return new Agent({ name: "analyst", model: new OpenAIResponsesModel(openai(connection), connection.model) });
}

interface Ran {
  readonly newItems: readonly RunItem[];
  readonly rawResponses: readonly ModelResponse[];
  readonly finalOutput?: unknown;
}

function shown({ newItems, rawResponses, finalOutput }: Ran): Shown {
  const calls = newItems.filter(({ type }) => type === "tool_call_item");
  const hosted = calls.filter(({ rawItem }) => rawItem?.type === "hosted_tool_call");
  const text = String(finalOutput);
  return {
    text,
    finalText: text,
    pieces: 1,
    finish: newItems.at(-1)?.type === "message_output_item" ? "completed" : "no message",
    turns: rawResponses.length,
    ownCalls: calls.length - hosted.length,
    serviceCalls: hosted.length,
    warnings: [],
  };
}
