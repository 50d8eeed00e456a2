import { type AIMessage, type AIMessageChunk, HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { type Client, type Connection, downloadByKey, type Shown } from "./client.ts";

/** `@langchain/openai`, told to use the Responses style. */
export const langchainClient: Client = {
  ask: async (connection, question) => shown(await client(connection).invoke(question)),
  stream: async (connection, question) => {
    const deltas: string[] = [];
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await client(connection).stream(question)) {
      whole = whole === undefined ? chunk : whole.concat(chunk);
      if (chunk.text !== "") deltas.push(chunk.text);
    }
    if (whole === undefined) throw new Error("Cannot read the stream: it held nothing");
    return { ...shown(whole), text: deltas.join(""), pieces: deltas.length };
  },
  followUp: async (connection, [first, second]) => {
    const answer = await client(connection).invoke(first);
    return shown(await client(connection).invoke([new HumanMessage(first), answer, new HumanMessage(second)]));
  },
  // no download in LangChain: the metadata is in the message
  download: async (connection, question) => {
    const { response_metadata } = await client(connection).invoke(question);
    return await downloadByKey(connection, response_metadata.metadata);
  },
};

function client({ baseURL, apiKey, model }: Connection): ChatOpenAI {
  return new ChatOpenAI({ model, apiKey, configuration: { baseURL }, useResponsesApi: true });
}

function shown(
  { text, tool_calls = [], invalid_tool_calls = [], response_metadata }: AIMessage | AIMessageChunk,
): Shown {
  const { output, status } = response_metadata as { output: { type: string }[]; status: string };
  return {
    text,
    finalText: text,
    pieces: 1,
    finish: status,
    turns: 1,
    ownCalls: tool_calls.length + invalid_tool_calls.length,
    serviceCalls: output.filter(({ type }) => type === "mcp_call").length,
    warnings: [],
  };
}
