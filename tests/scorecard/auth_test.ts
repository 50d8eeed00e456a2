/** Case 15: who is refused, and that a refusal tells nothing. */
import { deepEqual, equal, match } from "../assert.ts";
import { listen } from "../../src/door/listen.ts";
import { connectTo, portOf } from "../door/raw_socket.ts";
import { bytesOf, fakeService, KEY, OTHER_KEY } from "../service/service_fixture.ts";
import { printFigure } from "./figure.ts";

const PATHS = ["GET /v1/limits", "POST /v1/responses", "POST /api/v1/agent/reasoning", "GET /v1/files/a"];
const near = `${KEY.slice(0, -1)}x`;
/** Lines that are not the key, each with the status that it gets. */
const FORMS: readonly (readonly [string, readonly string[], number])[] = [
  ["nothing", [], 401],
  ["an empty header", ["Authorization:"], 401],
  ["the scheme alone", ["Authorization: Bearer"], 401],
  ["the scheme and a blank", ["Authorization: Bearer "], 401],
  ["another key", [`Authorization: Bearer ${near}`], 401],
  ["the key and more", [`Authorization: Bearer ${KEY}1`], 401],
  ["the start of the key", [`Authorization: Bearer ${KEY.slice(0, -1)}`], 401],
  ["the key in upper case", [`Authorization: Bearer ${KEY.toUpperCase()}`], 401],
  ["the key without a scheme", [`Authorization: ${KEY}`], 401],
  ["another scheme", [`Authorization: Basic ${btoa(`a:${KEY}`)}`], 401],
  ["two schemes", [`Authorization: Bearer Bearer ${KEY}`], 401],
  ["two blanks", [`Authorization: Bearer  ${KEY}`], 401],
  ["a tab", [`Authorization: Bearer\t${KEY}`], 401],
  ["quotes", [`Authorization: Bearer "${KEY}"`], 401],
  ["two keys in a header", [`Authorization: Bearer ${KEY}, Bearer ${KEY}`], 401],
  ["the key among others", [`Authorization: Bearer ${near},${KEY}`], 401],
  ["a huge key", [`Authorization: Bearer ${"a".repeat(15_000)}`], 401],
  ["a key that is not ASCII", ["Authorization: Bearer sk-t\u00e9st"], 401],
  ["the key in another header", [`X-Api-Key: ${KEY}`], 401],
  ["the key as a cookie", [`Cookie: authorization=Bearer ${KEY}`], 401],
  ["the key of a proxy", [`Proxy-Authorization: Bearer ${KEY}`], 401],
  ["an address that is believed elsewhere", ["X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1"], 401],
  ["two headers, the right one first", [`Authorization: Bearer ${KEY}`, `Authorization: Bearer ${near}`], 400],
  ["two headers, the right one last", [`Authorization: Bearer ${near}`, `authorization: Bearer ${KEY}`], 400],
];

Deno.test("15: every wrong Authorization is refused over the port, with one body, on every path there is", async () => {
  const listener = await listen(fakeService().service, { port: 0 });
  const port = portOf(listener);
  const bodies = new Map<number, Set<string>>();
  let refused = 0;
  for (const [name, lines, status] of FORMS) {
    for (const path of PATHS) {
      const reply = await ask(port, path, lines);
      match(reply, new RegExp(`^HTTP/1\\.1 ${status} `), `${name} at ${path}`);
      const [, body = ""] = reply.split("\r\n\r\n");
      bodies.set(status, (bodies.get(status) ?? new Set()).add(body));
      refused++;
    }
  }
  match(await ask(port, "GET /none", []), /^HTTP\/1\.1 404 /); // before the key: an assistant's search for OAuth reads it
  const other = await ask(port, "GET /v1/limits", [`authorization: bEARER   ${KEY}`.replace("   ", " ")]);
  match(other, /^HTTP\/1\.1 200 /);
  deepEqual([...bodies].map(([status, { size }]) => [status, size]), [[401, 1], [400, 1]]);
  printFigure(15, `${refused} of ${FORMS.length * PATHS.length} wrong authorizations refused, 1 body for each status`);
  await listener.close();
});

Deno.test("15: a file of another caller and an unknown one are refused with the same bytes", async () => {
  const { service, fileStore } = fakeService();
  const listener = await listen(service, { port: 0 });
  const port = portOf(listener);
  const { owner = "" } = await service.exchange(
    new Request(`${listener.url}/v1/limits`, { headers: { authorization: `Bearer ${KEY}` } }),
  );
  const { file_id } = await fileStore.put({ filename: "a.csv", mediaType: "text/csv", bytes: bytesOf("a\n") });
  await fileStore.give([file_id], owner);
  const bodyOf = async (id: string, key: string) => {
    const reply = await ask(port, `GET /v1/files/${id}`, [`Authorization: Bearer ${key}`]);
    return `${reply.slice(9, 12)} ${reply.split("\r\n\r\n")[1]}`;
  };
  const unknown = await bodyOf(`file_${"0".repeat(32)}`, OTHER_KEY);
  equal(await bodyOf(file_id, OTHER_KEY), unknown);
  match(unknown, /^404 /);
  equal(await bodyOf(file_id, KEY), "200 a\n");
  await listener.close();
});

async function ask(port: number, path: string, lines: readonly string[]): Promise<string> {
  const socket = await connectTo(port);
  const start = [`${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Connection: close", ...lines, "", ""];
  await socket.send(start.join("\r\n"));
  const reply = await socket.rest();
  socket.close();
  return reply;
}
