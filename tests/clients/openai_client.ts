import OpenAI from "openai";
import { type Client, type Connection, downloaded, firstFile, type Shown } from "./client.ts";

type OpenAIResponse = OpenAI.Responses.Response;

/** `openai`, as its readme uses it. */
export const openaiClient: Client = {
  ask: async (connection, input) =>
    shown(await client(connection).responses.create({ model: connection.model, input })),
  stream: async (connection, input) => {
    const stream = client(connection).responses.stream({ model: connection.model, input });
    const deltas: string[] = [];
    for await (const event of stream) if (event.type === "response.output_text.delta") deltas.push(event.delta);
    const response = await stream.finalResponse();
    return { ...shown(response), text: deltas.join(""), pieces: deltas.length };
  },
  followUp: async (connection, [first, second]) => {
    const { responses } = client(connection);
    const { model } = connection;
    const { output } = await responses.create({ model, input: first });
    const history = [{ role: "user", content: first }, ...output, { role: "user", content: second }];
    return shown(await responses.create({ model, input: history as OpenAI.Responses.ResponseInput }));
  },
  download: async (connection, input) => {
    const { responses, files } = client(connection);
    const { metadata } = await responses.create({ model: connection.model, input });
    return downloaded(metadata, await (await files.content(firstFile(metadata).file_id)).arrayBuffer());
  },
};

function client({ baseURL, apiKey }: Connection): OpenAI {
  return new OpenAI({ baseURL, apiKey });
}

function shown({ output, output_text, status }: OpenAIResponse): Shown {
  return {
    text: output_text,
    finalText: output_text,
    pieces: 1,
    finish: status ?? "",
    turns: 1,
    ownCalls: output.filter(({ type }) => type === "function_call" || type === "custom_tool_call").length,
    serviceCalls: output.filter(({ type }) => type === "mcp_call").length,
    warnings: [],
  };
}
