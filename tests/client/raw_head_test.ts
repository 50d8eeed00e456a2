/** The head of a request and of a reply on connections of our own. Every refusal is one that two readers could split on. */
import { deepEqual, equal, throws } from "../assert.ts";
import { readReplyHead } from "../../src/client/raw_head.ts";
import { RequestWriter } from "../../src/client/raw_request.ts";

const URL_OF = new URL("http://127.0.0.1:8080/api/v1/agent/reasoning?a=1");

/** Lines of a head, joined as on the wire. */
const head = (...lines: string[]) => lines.join("\r\n");

const READ = [
  { text: head("HTTP/1.1 200 OK", "content-length: 3"), ends: { ends: "after_bytes", bytes: 3 }, keepsAlive: true },
  { text: head("HTTP/1.1 200", "Content-Length:3"), ends: { ends: "after_bytes", bytes: 3 }, keepsAlive: true },
  { text: head("HTTP/1.1 200 ", "content-length: 0"), ends: { ends: "after_bytes", bytes: 0 }, keepsAlive: true },
  { text: head("HTTP/1.1 200 Très bien", "x: é"), ends: { ends: "with_connection" }, keepsAlive: false },
  { text: head("HTTP/1.1 200 OK", "transfer-encoding: Chunked"), ends: { ends: "after_chunks" }, keepsAlive: true },
  {
    text: head("HTTP/1.1 200 OK", "connection: keep-alive, Close", "content-length: 3"),
    ends: { ends: "after_bytes", bytes: 3 },
    keepsAlive: false,
  },
  {
    text: head("HTTP/1.1 200 OK", "connection: x", "connection: close", "content-length: 3"),
    ends: { ends: "after_bytes", bytes: 3 },
    keepsAlive: false,
  },
  { text: head("HTTP/1.0 200 OK", "content-length: 3"), ends: { ends: "after_bytes", bytes: 3 }, keepsAlive: false },
  { text: head("HTTP/1.1 204 No", "content-length: 3"), ends: { ends: "at_once" }, keepsAlive: false },
  { text: head("HTTP/1.1 304 Not", "transfer-encoding: chunked"), ends: { ends: "at_once" }, keepsAlive: false },
] as const;

for (const { text, ends, keepsAlive } of READ) {
  Deno.test(`the reply of ${JSON.stringify(text)} ends ${ends.ends}, reusable: ${keepsAlive}`, () => {
    const read = readReplyHead(text);
    deepEqual(read.framing, ends);
    equal(read.keepsAlive, keepsAlive);
  });
}

const REFUSED = {
  "two lengths": head("HTTP/1.1 200 OK", "content-length: 3", "content-length: 4"),
  "two equal lengths": head("HTTP/1.1 200 OK", "content-length: 3", "Content-Length: 3"),
  "a list of lengths": head("HTTP/1.1 200 OK", "content-length: 3, 3"),
  "a length and chunks": head("HTTP/1.1 200 OK", "content-length: 3", "transfer-encoding: chunked"),
  "a negative length": head("HTTP/1.1 200 OK", "content-length: -3"),
  "a signed length": head("HTTP/1.1 200 OK", "content-length: +3"),
  "a length in hexadecimal": head("HTTP/1.1 200 OK", "content-length: 0x3"),
  "no length in its field": head("HTTP/1.1 200 OK", "content-length: "),
  "a length too large to count": head("HTTP/1.1 200 OK", `content-length: 1${"0".repeat(15)}`),
  "a coding beside chunks": head("HTTP/1.1 200 OK", "transfer-encoding: gzip, chunked"),
  "chunks twice": head("HTTP/1.1 200 OK", "transfer-encoding: chunked", "transfer-encoding: chunked"),
  "a coding with a vertical tab": head("HTTP/1.1 200 OK", "transfer-encoding: \vchunked"),
  "chunks in the first version": head("HTTP/1.0 200 OK", "transfer-encoding: chunked"),
  "a folded field": head("HTTP/1.1 200 OK", "x: a", " b"),
  "a space before the colon": head("HTTP/1.1 200 OK", "content-length : 3"),
  "a field without a colon": head("HTTP/1.1 200 OK", "content-length"),
  "a field without a name": head("HTTP/1.1 200 OK", ": 3"),
  "a lone line feed": head("HTTP/1.1 200 OK", "x: a\ncontent-length: 3"),
  "a lone carriage return": head("HTTP/1.1 200 OK", "x: a\rcontent-length: 3"),
  "a zero byte": head("HTTP/1.1 200 OK", "x: a\0b"),
  "101 fields": head("HTTP/1.1 200 OK", ...Array.from({ length: 101 }, (_, at) => `x-${at}: y`)),
  "another protocol": "SSH-2.0-x",
  "another version": head("HTTP/2 200 OK"),
  "a status of two digits": head("HTTP/1.1 20"),
  "a status out of range": head("HTTP/1.1 600 No"),
  "a space before the version": head(" HTTP/1.1 200 OK"),
  "an empty line first": head("", "HTTP/1.1 200 OK"),
};

for (const [what, text] of Object.entries(REFUSED)) {
  Deno.test(`a reply with ${what} is refused, without a word of it`, () => {
    throws(() => readReplyHead(text), {
      name: "TypeError",
      message: /^Cannot read the head of a reply: [A-Za-z0-9 \/]+$/,
    });
  });
}

Deno.test("fields are found whatever their case, joined where they stand twice", () => {
  const { headers } = readReplyHead(head("HTTP/1.1 429 No", "X-A: 1 ", "x-a:\t2", "Retry-After: 3"));
  deepEqual([headers.get("X-a"), headers.get("retry-after"), headers.get("x-b")], ["1, 2", "3", null]);
  deepEqual([...headers], [["x-a", "1"], ["x-a", "2"], ["retry-after", "3"]]);
});

Deno.test("a request has one length, in bytes, and the headers it was given", () => {
  const init = { method: "POST", headers: { accept: "application/json", "X-Key": "a b" }, body: '{"input":"é"}' };
  equal(
    new RequestWriter({ userAgent: "Deno/2" }).write(URL_OF, init),
    "POST /api/v1/agent/reasoning?a=1 HTTP/1.1\r\nhost: 127.0.0.1:8080\r\naccept: application/json\r\nX-Key: a b\r\n" +
      'user-agent: Deno/2\r\ncontent-length: 14\r\n\r\n{"input":"é"}',
  );
  const own = new RequestWriter({ userAgent: "Deno/2" }).write(URL_OF, {
    headers: new Headers({ "User-Agent": "mine" }),
  });
  equal(own, "GET /api/v1/agent/reasoning?a=1 HTTP/1.1\r\nhost: 127.0.0.1:8080\r\nuser-agent: mine\r\n\r\n");
});

const NOT_SENT_HERE: Readonly<Record<string, RequestInit>> = {
  "a length of the caller": { headers: { "Content-Length": "3" } },
  "a host of the caller": { headers: { host: "elsewhere" } },
  "a coding of the caller": { headers: { "transfer-encoding": "chunked" } },
  "a connection of the caller": { headers: { connection: "upgrade" } },
  "a line break in a value": { headers: { "x-a": "1\r\nx-b: 2" } },
  "a space in a name": { headers: { "x a": "1" } },
  "a letter that is not ASCII": { headers: { "x-a": "é" } },
  "a letter beyond a byte": { headers: { "x-a": "€" } },
  "another method": { method: "DELETE" },
  "a body that is no text": { method: "POST", body: new Uint8Array(3) },
};

for (const [what, init] of Object.entries(NOT_SENT_HERE)) {
  Deno.test(`a request with ${what} is left to fetch`, () =>
    equal(new RequestWriter({ userAgent: "Deno/2" }).write(URL_OF, init), undefined));
}

Deno.test("requests written one after the other do not depend on each other", () => {
  const writer = new RequestWriter({ userAgent: "Deno/2" });
  const alone = (url: URL, init: RequestInit) => new RequestWriter({ userAgent: "Deno/2" }).write(url, init);
  const requests: [URL, RequestInit][] = [
    [URL_OF, { method: "POST", headers: { accept: "a", "x-key": "1" }, body: "1" }],
    [URL_OF, { method: "POST", headers: { accept: "a", "x-key": "2" }, body: "2" }],
    [URL_OF, { method: "POST", headers: { accept: "a", "x-key": "é" }, body: "2" }],
    [URL_OF, { method: "POST", headers: { "x-key": "2", "User-Agent": "mine" }, body: "2" }],
    [new URL("http://127.0.0.1:8081/other"), { headers: { "User-Agent": "mine", accept: "b" } }],
    [URL_OF, { headers: { "x-key": "é" } }],
    [URL_OF, { headers: { "x-key": "2" } }],
  ];
  for (const [url, init] of [...requests, ...requests]) equal(writer.write(url, init), alone(url, init));
});
