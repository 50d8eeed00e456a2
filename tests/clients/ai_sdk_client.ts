import { createOpenAI } from "@ai-sdk/openai";
import { createOpenResponses } from "@ai-sdk/open-responses";
import { generateText, type LanguageModel, streamText } from "ai";
import { type Client, type Connection, downloadByKey, type Shown } from "./client.ts";

/** `ai` with `@ai-sdk/openai`. */
export const aiSdkOpenaiClient: Client = aiSdkClient(({ baseURL, apiKey, model }) =>
  createOpenAI({ baseURL, apiKey })(model)
);

/** `ai` with `@ai-sdk/open-responses`, which is given the address of the operation. */
export const aiSdkOpenResponsesClient: Client = aiSdkClient(({ baseURL, apiKey, model }) =>
  createOpenResponses({ name: "conviction", url: `${baseURL}/responses`, apiKey })(model)
);

function aiSdkClient(connect: (connection: Connection) => LanguageModel): Client {
  return {
    ask: async (connection, prompt) => shown(await generateText({ model: connect(connection), prompt })),
    stream: async (connection, prompt) => {
      const errors: string[] = [];
      const onError = ({ error }: { error: unknown }) => void errors.push(String(error));
      const result = streamText({ model: connect(connection), prompt, onError });
      const deltas: string[] = [];
      for await (const delta of result.textStream) deltas.push(delta);
      const [text, finishReason, steps, toolCalls] = await Promise.all([
        result.text,
        result.finishReason,
        result.steps,
        result.toolCalls,
      ]);
      const answer = shown({ text, finishReason, steps, toolCalls, warnings: await result.warnings });
      return { ...answer, text: deltas.join(""), pieces: deltas.length, warnings: [...answer.warnings, ...errors] };
    },
    followUp: async (connection, [first, second]) => {
      const model = connect(connection);
      const { responseMessages } = await generateText({ model, prompt: first });
      const messages = [{ role: "user" as const, content: first }, ...responseMessages];
      return shown(await generateText({ model, messages: [...messages, { role: "user", content: second }] }));
    },
    // no download in the AI SDK: the metadata is in the body, which it keeps if asked to
    download: async (connection, prompt) => {
      const { response } = await generateText({
        model: connect(connection),
        prompt,
        include: { responseBody: true },
      });
      return await downloadByKey(connection, (response.body as { metadata: unknown }).metadata);
    },
  };
}

interface AiSdkResult {
  readonly text: string;
  readonly finishReason: string;
  readonly steps: readonly unknown[];
  readonly toolCalls: readonly { readonly providerExecuted?: boolean | undefined }[];
  readonly warnings: readonly unknown[] | undefined;
}

function shown({ text, finishReason, steps, toolCalls, warnings = [] }: AiSdkResult): Shown {
  return {
    text,
    finalText: text,
    pieces: 1,
    finish: finishReason,
    turns: steps.length,
    ownCalls: toolCalls.filter(({ providerExecuted }) => providerExecuted !== true).length,
    serviceCalls: toolCalls.filter(({ providerExecuted }) => providerExecuted === true).length,
    warnings: warnings.map((warning) => JSON.stringify(warning)),
  };
}
