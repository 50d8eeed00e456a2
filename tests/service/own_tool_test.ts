import { deepEqual, equal, match } from "../assert.ts";
import { ownCallFor, type OwnToolRequest } from "../../src/service/own_tool.ts";
import { fakeService, KEY } from "./service_fixture.ts";

const tool = (name: string, required: readonly string[] = ["text"], type = "string") => ({
  type: "function",
  name,
  parameters: { type: "object", properties: Object.fromEntries(required.map((one) => [one, { type }])), required },
});

const WEATHER = "What is the weather in Paris?";
const CASES: readonly {
  readonly when: string;
  readonly question: string;
  readonly request: Partial<OwnToolRequest>;
  readonly called?: string;
}[] = [
  {
    when: "its name holds a word of the question",
    question: WEATHER,
    request: { tools: [tool("get_weather")] },
    called: "get_weather",
  },
  {
    when: "it is the second that fits",
    question: WEATHER,
    request: { tools: [tool("book_flight"), tool("weather")] },
    called: "weather",
  },
  { when: "it needs nothing", question: WEATHER, request: { tools: [tool("get_weather", [])] }, called: "get_weather" },
  { when: "no word is shared", question: WEATHER, request: { tools: [tool("book_flight")] } },
  { when: "only a verb is shared", question: "Find the show", request: { tools: [tool("find_it"), tool("show_it")] } },
  { when: "only a short word is shared", question: "Get an ox", request: { tools: [tool("get_ox")] } },
  { when: "an argument is no text", question: WEATHER, request: { tools: [tool("get_weather", ["day"], "number")] } },
  { when: "the caller wants none", question: WEATHER, request: { tools: [tool("get_weather")], tool_choice: "none" } },
  { when: "it is no function", question: WEATHER, request: { tools: [{ type: "weather" }] } },
  {
    when: "it has answered since",
    question: WEATHER,
    request: {
      tools: [tool("get_weather")],
      input: [
        { type: "message", role: "user", content: WEATHER },
        { type: "function_call_output", ...{ call_id: "call_1", output: "rain" } },
      ],
    },
  },
];
for (const { when, question, request, called } of CASES) {
  Deno.test(`a tool of the caller is ${called === undefined ? "not " : ""}called when ${when}`, () => {
    equal(ownCallFor(question, { input: question, ...request })?.name, called);
  });
}

async function ask(body: object, path: string) {
  const { service } = fakeService();
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
  const reply = await service(new Request(`http://a${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
  return await reply.json();
}

Deno.test("it is called with the question as it was asked, below /openai/v1 alone, and only without a thesis", async () => {
  const tools = [tool("find_nothing"), tool("get_aapl")];
  const calls = async (input: string, path = "/openai/v1/responses") => {
    const { output } = await ask({ input, tools }, path);
    return output.filter(({ type }: { readonly type: string }) => type === "function_call");
  };
  const [call] = await calls("nothing");
  deepEqual([call.name, JSON.parse(call.arguments)], ["find_nothing", { text: "nothing" }]);
  deepEqual(await calls("Analyse AAPL"), []);
  const ours = await calls("nothing", "/v1/responses");
  equal(ours.some(({ name }: { readonly name: string }) => name === "find_nothing"), false);
});

Deno.test("what a tool of the caller answered is quoted, because nobody else reads it", async () => {
  const output = { type: "function_call_output", call_id: "call_1", output: "rain at 4" };
  const input = [{ role: "user", content: "nothing" }, output];
  const reply = await ask({ input, tools: [tool("find_nothing")] }, "/openai/v1/responses");
  match(reply.output[0].content[0].text, /^Your tools answered: rain at 4\n\n/);
  equal(reply.output.length, 1);
});
