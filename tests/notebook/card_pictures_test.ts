import { deepEqual, equal, match, ok } from "../assert.ts";
import { show } from "conviction/notebook";
import { rememberOrigin } from "../../src/notebook/origin.ts";
import { rememberFolder } from "../../src/run/run_folder.ts";
import { EMPTY_SNAPSHOT, type Snapshot } from "../../src/stream/snapshot.ts";
import { cell } from "./cells.ts";

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const FILES = [
  { file_id: "1", filename: "a.png", media_type: "image/png", bytes: 8 },
  { file_id: "2", filename: "b.svg", media_type: "image/svg+xml", bytes: 100 },
  { file_id: "3", filename: "c.jpg" },
  { file_id: "4", filename: "d.csv", media_type: "text/csv", bytes: 12_000 },
];
const RUN = { item_id: "x", name: "chart", input: "plot()", state: "finished", stderr: "", return_code: 0 } as const;
const ANSWER: Snapshot = {
  ...EMPTY_SNAPSHOT,
  ...{ state: "completed", text: "Done.", files: FILES },
  executions: [{ ...RUN, stdout: "Closes of A\n", files: FILES.slice(0, 1) }],
};

/** The output of a value whose files are these bytes. */
async function shown(
  value: object,
  bytesOf: (id: string) => Uint8Array<ArrayBuffer> = (id) => id === "1" ? PNG : JPEG,
) {
  const asked: string[] = [];
  const fetchFile = ({ file_id }: { readonly file_id: string }) => {
    asked.push(file_id);
    return Promise.resolve(new Blob([bytesOf(file_id)]));
  };
  const { display, puts } = cell();
  await show(rememberOrigin(value, { fetchFile }) as Snapshot, { display });
  const { "text/html": markup, "text/plain": plain, ...others } = puts[0]?.bundle ?? {};
  return { markup: String(markup), plain: String(plain), others, asked };
}

Deno.test("an answer shows its PNG and JPEG files inline, the first one beside the markup, and names the others", async () => {
  const { markup, plain, others, asked } = await shown({ ...ANSWER });
  deepEqual(asked, ["1", "3"]);
  deepEqual(Array.from(markup.matchAll(/<img src="([^"]*)"/g), ([, uri]) => uri), [
    `data:image/png;base64,${PNG.toBase64()}`,
    `data:image/jpeg;base64,${JPEG.toBase64()}`,
  ]);
  deepEqual(others, { "image/png": PNG.toBase64() });
  match(markup, /<figcaption[^>]*>a\.png · Closes of A</);
  match(markup, /<li>b\.svg, image\/svg\+xml, 100 bytes<.*<li>d\.csv, text\/csv, 12 kB</);
  match(
    plain,
    /- a\.png, image\/png, 8 bytes\n.*\n- c\.jpg.*\n- d\.csv, text\/csv, 12 kB\nTo get one: await research\.file/,
  );
});

const REFUSED = [
  {
    when: "it cannot be downloaded",
    bytes: () => {
      throw new Error("the file has expired");
    },
    says: /a\.png.*not shown, the file has expired/,
  },
  {
    when: "it is no picture",
    bytes: () => new TextEncoder().encode("<svg/>"),
    says: /not shown, its bytes are neither a PNG nor a JPEG/,
  },
  { when: "it is too large", bytes: () => new Uint8Array(4_000_000).fill(0xff), says: /not shown/ },
] as const;
for (const { when, bytes, says } of REFUSED) {
  Deno.test(`a picture says why it is not shown when ${when}; the answer stays`, async () => {
    const { markup, plain, others } = await shown({ ...ANSWER }, bytes);
    for (const said of [markup, plain]) match(said, says);
    ok(markup.includes("Done.") && !markup.includes("<img"));
    deepEqual(others, {});
  });
}

Deno.test("no file of an answer that did not complete is fetched", async () => {
  deepEqual((await shown({ ...ANSWER, state: "truncated" })).asked, []);
});

Deno.test("one output holds six pictures; the others are named", async () => {
  const files = Array.from({ length: 8 }, (_, at) => ({ file_id: "1", filename: `${at}.png` }));
  const { markup, asked } = await shown({ ...ANSWER, files });
  equal(asked.length, 6);
  match(markup, /7\.png: not shown, an output holds 6 pictures/);
});

Deno.test("a thesis of a stream shows the pictures of its answer, and how it was verified", async () => {
  const thesis = { agent_thesis: { signal: "buy", confidence: 0.6, reasoning: "r" }, key_drivers: [], risks: [] };
  const answer = { ...ANSWER, thesis, verification: { claims_total: 2, claims_verified: 2 } };
  const { markup, plain } = await shown(rememberOrigin(thesis, { answer }));
  match(markup, /<img src="data:image\/png/);
  match(plain, /all 2 figures and judgements checked/);
});

Deno.test("the files of a row of a run are read from the folder of the run, and from nowhere else", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/files`);
    await Deno.writeFile(`${folder}/files/a.png`, PNG);
    await Deno.writeFile(`${folder}/outside.png`, PNG);
    const saved = (path: string) => ({ path, bytes: 8, sha256: "", mediaType: "image/png" });
    const result = { agent_thesis: { signal: "buy", confidence: 0.6, reasoning: "r" }, key_drivers: [], risks: [] };
    const asked = { request: { input: "Q" }, identity: "i", idempotencyKey: "k", attempts: 1 };
    const input = { row: 1, line: 2, ticker: "A", cells: [] };
    const files = [saved("files/a.png"), saved("files/gone.png"), saved("files/../outside.png")];
    const outcome = rememberFolder({ status: "done", input, asked, result, files } as const, folder);
    const { display, puts } = cell();
    await show(outcome, { display });
    const markup = String(puts[0]?.bundle["text/html"]);
    equal(markup.match(/<img/g)?.length, 1);
    match(markup, /gone\.png.*not shown, it is no longer there/);
    match(markup, /outside\.png.*not shown, it is not a file of the run/);
    ok(!JSON.stringify(puts).includes(folder), "no path of this machine");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
