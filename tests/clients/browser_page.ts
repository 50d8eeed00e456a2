/** A page that asks two questions by the client `openai` of npm, bundled and opened by `openai_browser_test.ts`. */
import OpenAI from "openai";
import type { Connection } from "./client.ts";

/** Asks the first question, and the second with the first answer in its history; returns both texts, as streamed. */
async function askBoth({ baseURL, apiKey, model }: Connection, questions: readonly string[]): Promise<string[]> {
  const client = new OpenAI({ baseURL, apiKey, dangerouslyAllowBrowser: true, maxRetries: 0 });
  const texts: string[] = [];
  let previous: string | undefined;
  for (const input of questions) {
    const stream = await client.responses.create({
      ...{ model, input, stream: true as const },
      ...(previous !== undefined && { previous_response_id: previous }),
    });
    let text = "";
    for await (const event of stream) {
      if (event.type === "response.output_text.delta") text += event.delta;
      if (event.type === "response.completed") previous = event.response.id;
    }
    texts.push(text);
  }
  return texts;
}

Object.assign(globalThis, { askBoth });
