/** Downloads over connections that break, from correct and incorrect servers. */
import { deepEqual, equal, ok } from "../assert.ts";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { connect } from "conviction";
import type { DownloadOptions } from "conviction";
import type { DownloadedFile, FileReference } from "../../src/protocol/file_reference.ts";
import { createClient } from "../../src/client/client.ts";
import { sha256 } from "../../src/disk/digest.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { type RawConnection, reply, startRawServer } from "./raw_server.ts";

const OLD = "old content, ".repeat(20);
const NEW = "NEW content! ".repeat(30);
const RANGES = 'accept-ranges: bytes\r\netag: "v1"\r\n';
const CUT = 100;

/** What the server does with one request. */
type Step = (connection: RawConnection & { readonly range: number | undefined }) => Promise<void>;

interface Ended {
  readonly saved: (DownloadedFile & { readonly content: string }) | undefined;
  readonly error: Error & Record<string, unknown> | undefined;
  /** The `range` and `if-range` of each request; empty for the whole file. */
  readonly asked: readonly string[];
  /** Names left in the folder. */
  readonly names: readonly string[];
}

/** Downloads from a server that takes these steps in order and repeats the last one. */
async function downloadFrom(
  steps: readonly Step[],
  { bytes, ...options }: DownloadOptions & Pick<FileReference, "bytes"> = {},
): Promise<Ended> {
  const folder = await Deno.makeTempDir();
  try {
    await using server = startRawServer(async (connection) => {
      const step = steps[Math.min(connection.index, steps.length - 1)];
      const range = /\r\nrange: bytes=(\d+)-\r\n/.exec(connection.request)?.[1];
      await step?.({ ...connection, range: range === undefined ? undefined : Number(range) });
    });
    const { baseUrl } = server;
    const client = createClient({ baseUrl, fetch: networkFetch, clock: systemClock, newId: () => "", random: () => 0 });
    const file = { file_id: "f", filename: "a.csv", ...(bytes === undefined ? {} : { bytes }) };
    const [saved, error] = await client.download(file, folder, options).then(
      (saved) => [saved, undefined] as const,
      (error) => [undefined, error] as const,
    );
    const asked = server.requests.map((request) =>
      [...request.matchAll(/\r\n(?:if-)?range: ([^\r]*)/g)].map(([, value]) => value).join(" ")
    );
    const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
    const content = saved === undefined ? "" : await Deno.readTextFile(saved.path);
    return { saved: saved && { ...saved, content }, error, asked, names };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function head(length: number, more: string, status = "200 OK"): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: text/csv\r\ncontent-length: ${length}\r\n${more}\r\n`;
}

/** Sends this many bytes of the whole file and closes. */
function cutWhole(content: string, more: string, at = CUT): Step {
  return async ({ send, close }) => {
    await send(head(content.length, more) + content.slice(0, at));
    close();
  };
}

function whole(content: string, more = ""): Step {
  return ({ send }) => send(reply(content, { type: "text/csv", more }));
}

/** The requested part, or one that lies about itself. */
function part(
  content: string,
  lie: { from?: number; total?: number; etag?: string; body?: string; until?: number } = {},
): Step {
  return async ({ send, close, range }) => {
    const { from = range ?? 0, total = content.length, etag = '"v1"', body = content.slice(range ?? 0), until } = lie;
    const more = `etag: ${etag}\r\naccept-ranges: bytes\r\ncontent-range: bytes ${from}-${total - 1}/${total}\r\n`;
    await send(head(body.length, more, "206 Partial Content") + body.slice(0, until));
    if (until !== undefined) close();
  };
}

const digestOf = (content: string) => Uint8Array.fromHex(sha256(content)).toBase64();

const ROWS: readonly {
  readonly when: string;
  readonly steps: readonly Step[];
  readonly asked: readonly string[];
  readonly content: string;
  readonly bytes?: number;
}[] = [
  {
    when: "the connection breaks and the service offers ranges, it resumes",
    steps: [cutWhole(OLD, RANGES), part(OLD)],
    asked: ["", 'bytes=100- "v1"'],
    content: OLD,
  },
  {
    when: "it breaks twice, it resumes twice",
    steps: [cutWhole(OLD, RANGES), part(OLD, { until: 50 }), part(OLD)],
    asked: ["", 'bytes=100- "v1"', 'bytes=150- "v1"'],
    content: OLD,
  },
  {
    when: "no ranges are offered, it restarts",
    steps: [cutWhole(OLD, 'etag: "v1"\r\n'), whole(NEW)],
    asked: ["", ""],
    content: NEW,
  },
  {
    when: "the entity tag is weak, it restarts",
    steps: [cutWhole(OLD, 'accept-ranges: bytes\r\netag: W/"v1"\r\n'), whole(NEW)],
    asked: ["", ""],
    content: NEW,
  },
  {
    when: "there is no entity tag, it restarts",
    steps: [cutWhole(OLD, "accept-ranges: bytes\r\n"), whole(NEW)],
    asked: ["", ""],
    content: NEW,
  },
  {
    when: "nothing was received yet, it requests the whole file",
    steps: [cutWhole(OLD, RANGES, 0), whole(OLD, RANGES)],
    asked: ["", ""],
    content: OLD,
  },
  {
    when: "the file has changed, it saves only the new content",
    steps: [cutWhole(OLD, RANGES), whole(NEW, 'etag: "v2"\r\n')],
    asked: ["", 'bytes=100- "v1"'],
    content: NEW,
  },
  {
    when: "the new content is shorter than what was received, nothing of the old remains",
    steps: [cutWhole(OLD, RANGES), whole("short", 'etag: "v2"\r\n')],
    asked: ["", 'bytes=100- "v1"'],
    content: "short",
  },
  ...[
    { lie: { from: 90 }, what: "starts elsewhere" },
    { lie: { total: OLD.length + 5 }, what: "belongs to a longer file" },
    { lie: { etag: '"v2"' }, what: "belongs to another version" },
    { lie: { etag: 'W/"v1"' }, what: "has a weak entity tag" },
  ].map(({ lie, what }) => ({
    when: `a part ${what}, it requests the whole file`,
    steps: [cutWhole(OLD, RANGES), part(OLD, lie), whole(NEW)],
    asked: ["", 'bytes=100- "v1"', ""],
    content: NEW,
  })),
  {
    when: "a part has no Content-Range, it requests the whole file",
    steps: [
      cutWhole(OLD, RANGES),
      ({ send }) => send(head(3, 'etag: "v1"\r\n', "206 Partial Content") + "abc"),
      whole(NEW),
    ],
    asked: ["", 'bytes=100- "v1"', ""],
    content: NEW,
  },
  {
    when: "the service answers 416, it requests the whole file",
    steps: [cutWhole(OLD, RANGES), ({ send }) => send(reply("", { status: "416 No" })), whole(NEW)],
    asked: ["", 'bytes=100- "v1"', ""],
    content: NEW,
  },
  {
    when: "the digest shows that a part has wrong bytes, it requests the whole file",
    steps: [
      cutWhole(OLD, `${RANGES}repr-digest: sha-256=:${digestOf(OLD)}:\r\n`),
      part(OLD, { body: "x".repeat(OLD.length - CUT) }),
      whole(OLD, `repr-digest: sha-256=:${digestOf(OLD)}:\r\n`),
    ],
    asked: ["", 'bytes=100- "v1"', ""],
    content: OLD,
  },
  {
    when: "the service is busy, it waits",
    steps: [cutWhole(OLD, RANGES), ({ send }) => send(reply("", { status: "503 No" })), part(OLD)],
    asked: ["", 'bytes=100- "v1"', 'bytes=100- "v1"'],
    content: OLD,
  },
  {
    when: "a body without a length is cut, the file's announced size reveals it",
    steps: [
      async ({ send, close }) => {
        await send("HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n" + RANGES + "\r\n" + OLD.slice(0, CUT));
        close();
      },
      part(OLD),
    ],
    asked: ["", 'bytes=100- "v1"'],
    content: OLD,
    bytes: OLD.length,
  },
];

for (const { when, steps, asked, content, bytes } of ROWS) {
  Deno.test(`download(): when ${when}`, async () => {
    const ended = await downloadFrom(steps, bytes === undefined ? {} : { bytes });
    equal(ended.error, undefined);
    deepEqual(ended.asked, asked);
    equal(ended.saved?.content, content);
    deepEqual([ended.saved?.bytes, ended.saved?.sha256, ended.saved?.mediaType], [
      content.length,
      sha256(content),
      "text/csv",
    ]);
    deepEqual(ended.names, ["a.csv"]);
  });
}

Deno.test("download() makes at most three attempts, then fails and keeps nothing", async () => {
  const { error, asked, names } = await downloadFrom([cutWhole(OLD, RANGES), part(OLD, { until: 10 })]);
  equal(error?.name, "ConnectionError");
  equal(error?.message, "Cannot get file f after 3 attempts: the connection broke");
  deepEqual([error?.["attempts"], asked.length, names], [3, 3, []]);
});

Deno.test("download() with retries: 0 makes one attempt", async () => {
  const { error, asked } = await downloadFrom([cutWhole(OLD, RANGES), part(OLD)], { retries: 0 });
  deepEqual([error?.name, asked.length], ["ConnectionError", 1]);
});

Deno.test("download() keeps nothing when the file does not exist", async () => {
  const { error, asked, names } = await downloadFrom([({ send }) => send(reply("", { status: "404 No" }))]);
  deepEqual([error?.["status"], asked.length, names], [404, 1, []]);
});

const hashOf = (content: string, algorithm: string) => createHash(algorithm).update(content).digest();

const DIGESTS = [
  { how: "Content-MD5", name: "MD5", header: (digest: string) => `content-md5: ${digest}\r\n` },
  {
    how: "a Repr-Digest of 512 bits",
    name: "SHA-512",
    header: (digest: string) => `repr-digest: sha-512=:${digest}:\r\n`,
  },
  { how: "Repr-Digest", header: (digest: string) => `repr-digest: sha-512=:AAAA:, sha-256=:${digest}:\r\n` },
  { how: "Digest", header: (digest: string) => `digest: SHA-256=${digest}\r\n` },
  {
    how: "the entity tag of our service",
    header: (digest: string) =>
      `conviction-idempotency: honoured\r\netag: "${Uint8Array.fromBase64(digest).toHex()}"\r\n`,
  },
] as const;

for (const { how, header, ...more } of DIGESTS) {
  Deno.test(`download() verifies a file against the digest in ${how}`, async () => {
    const name = "name" in more ? more.name : "SHA-256";
    const [old, other] = [OLD, NEW].map((content) => hashOf(content, name.replace("-", "").toLowerCase()));
    const good = await downloadFrom([whole(OLD, header(old?.toString("base64") ?? ""))]);
    equal(good.saved?.content, OLD);
    const bad = await downloadFrom([whole(OLD, header(other?.toString("base64") ?? ""))]);
    equal(bad.error?.name, "ProtocolError");
    equal(
      bad.error?.message,
      `Cannot get file f: its ${name} is ${old?.toString("hex")}, but ${other?.toString("hex")} was announced`,
    );
    deepEqual([bad.asked.length, bad.names], [1, []]);
  });
}

for (const marks of ["transfer-encoding: chunked", "connection: close"]) {
  const isMarked = marks.startsWith("transfer");
  Deno.test(`a file is kept, ${isMarked ? "without" : "with"} a note, where its end is marked by ${marks}`, async () => {
    await using server = startRawServer(async ({ send, close }) => {
      await send(`HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n${marks}\r\n\r\n`);
      await send(isMarked ? "3\r\na,b\r\n0\r\n\r\n" : "a,b");
      close();
    });
    const research = connect({ baseUrl: server.baseUrl });
    equal(await (await research.file({ file_id: "f", filename: "a.csv" })).text(), "a,b");
    const note = "The service does not say how long its files are; one whose connection broke would look whole";
    deepEqual(research.replyNotes, isMarked ? [] : [note]);
  });
}

Deno.test("a body of chunks whose last one is missing is an error, and nothing is kept", async () => {
  const { error, asked, names } = await downloadFrom([async ({ send, close }) => {
    await send("HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ntransfer-encoding: chunked\r\n\r\n3\r\na,b\r\n");
    close();
  }]);
  deepEqual([error?.name, asked.length, names], ["ConnectionError", 3, []]);
});

Deno.test("download() does not read another service's entity tag as a digest", async () => {
  const { saved } = await downloadFrom([whole(OLD, `etag: "${sha256(NEW)}"\r\n`)]);
  equal(saved?.content, OLD);
});

Deno.test("download() rejects a file over the limit before reading it, and a part that would exceed it", async () => {
  const limits = { maxBytes: 200 };
  const announced = await downloadFrom([cutWhole(OLD, RANGES)], { limits });
  equal(announced.error?.message, "Cannot read body: it is longer than 200 bytes (limit maxBytes)");
  const silent = await downloadFrom([async ({ send, close }) => {
    await send("HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n\r\n" + OLD);
    close();
  }], { limits });
  equal(silent.error?.message, "Cannot read body: it is longer than 200 bytes (limit maxBytes)");
  const chunked = "HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ntransfer-encoding: chunked\r\n" + RANGES;
  const grown = await downloadFrom([
    async ({ send, close }) => {
      await send(`${chunked}\r\n64\r\n${OLD.slice(0, 100)}\r\n`);
      close();
    },
    part(OLD),
    whole(OLD),
  ], { limits });
  equal(grown.error?.message, "Cannot read body: it is longer than 200 bytes (limit maxBytes)");
  for (const { asked, names } of [announced, silent]) deepEqual([asked.length, names], [1, []]);
  deepEqual(grown.names, []);
});

Deno.test("file() returns the same bytes as download(), even over broken connections", async () => {
  const steps = [cutWhole(OLD, RANGES), part(OLD)];
  await using server = startRawServer(async (connection) => {
    const range = Number(/\r\nrange: bytes=(\d+)-/.exec(connection.request)?.[1] ?? 0);
    await steps[connection.index]?.({ ...connection, range });
  });
  const { baseUrl } = server;
  const client = createClient({ baseUrl, fetch: networkFetch, clock: systemClock, newId: () => "", random: () => 0 });
  const blob = await client.file({ file_id: "f" });
  deepEqual([await blob.text(), blob.type], [OLD, "text/csv"]);
});

Deno.test("whatever a server does, download() saves one complete version or nothing", async () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.nat({ max: OLD.length }).map((at) => cutWhole(OLD, RANGES, at)),
    fc.nat({ max: NEW.length }).map((at) => cutWhole(NEW, 'accept-ranges: bytes\r\netag: "v2"\r\n', at)),
    fc.nat({ max: 40 }).map((until) => part(OLD, { until })),
    fc.constantFrom(part(OLD), part(NEW, { etag: '"v2"' }), part(OLD, { from: 3 }), whole(OLD, RANGES), whole(NEW)),
    fc.constant<Step>(({ send }) => send(reply("", { status: "503 No" }))),
  );
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const { saved, error, names, asked } = await downloadFrom(steps);
      ok(asked.length <= 3);
      if (saved === undefined) return ok(error !== undefined && names.length === 0);
      ok([OLD, NEW].includes(saved.content), saved.content);
      deepEqual(names, ["a.csv"]);
      kept++;
    }),
    { numRuns: 150 },
  );
  ok(kept > 5, `${kept} of 150 were saved`);
});

const svg = (inside: string, more = "", before = "") =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" ${more}>${inside}</svg>`;
const MATPLOTLIB =
  '<?xml version="1.0" encoding="utf-8" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"' +
  '\n "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';

/** Pictures that a service sends, and whether a browser that opens one by itself would run or load something. */
const PICTURES: readonly (readonly [what: string, text: string, isActive: boolean])[] = [
  [
    "lines, a gradient, a style and a picture inside",
    svg(
      '<defs><linearGradient id="g"/><style>*{stroke-linejoin: round}</style></defs><use x:href="#g"/>' +
        '<path d="M0 0" fill="url(#g)"/><text>One script, moves on Monday = up</text>' +
        '<image x:href="data:image/png;base64,iVBORw0KGgo="/>',
      "",
      MATPLOTLIB,
    ),
    false,
  ],
  ["a script", svg("<script>alert(1)</script>"), true],
  ["a script under a prefix", svg("<s:script>alert(1)</s:script>", 'xmlns:s="http://www.w3.org/2000/svg"'), true],
  ["a handler", svg("", 'onload = "alert(1)"'), true],
  ["a handler on a line of its own", svg("<g\nonclick='alert(1)'/>"), true],
  ["an address that is a program", svg('<a x:href=" java&#115;cript:alert(1)"><text>Q3</text></a>'), true],
  ["an address that a clock changes", svg('<a href="#"><set attributeName="href" to="j&#97;vascript:a()"/></a>'), true],
  ["a page inside", svg('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'), true],
  ["a page under a hidden name", svg('<h:img xmlns:h="http://www.w3.org/&#49;999/xhtml" src="x"/>'), true],
  ["a script in an entity", svg("&a;", "", '<!DOCTYPE svg [<!ENTITY a "&#60;script/>">]>'), true],
  ["a style sheet from elsewhere", svg("", "", '<?xml-stylesheet href="https://x.example/a.xsl"?>'), true],
  ["a picture from elsewhere", svg('<image href="https://x.example/seen.png"/>'), true],
  ["a style that loads", svg("<style>rect{fill:\\75rl(https://x.example)}</style>"), true],
  ["another encoding", svg("", "", '<?xml version="1.0" encoding="utf-7"?>'), true],
  ["bytes of UTF-16", [...svg("<script/>")].join("\0"), true],
];

for (const [what, text, isActive] of PICTURES) {
  Deno.test(`an SVG with ${what} is kept byte for byte, ${isActive ? "under a name that nothing opens" : "as it is"}`, async () => {
    const { saved, names } = await downloadFrom([whole(text)], { name: "chart.svg" });
    deepEqual([names, saved?.content], [[isActive ? "chart.svg.bin" : "chart.svg"], text]);
  });
}
