/**
 * The parser cases of the web platform's event source tests, by file name; bytes and expectations are written here from
 * the meaning of each name. Event names, ids and retry times must not affect the data and are not exposed: in a
 * Responses stream the JSON has the type, and `sequence_number` the position.
 */
export interface Vector {
  readonly name: string;
  /** The bytes on the wire, in parts; `data` is what the part must yield, absent where it must yield nothing. */
  readonly parts: readonly { readonly wire: string; readonly data?: string }[];
}

const LONG_COMMENT = "x".repeat(4000);

const idVector = (name: string, ids: readonly string[]): Vector => ({
  name,
  parts: ids.map((id, at) => ({ wire: `${id}data: ${at}\n\n`, data: String(at) })),
});

export const VECTORS: readonly Vector[] = [
  {
    name: "format-bom",
    parts: [
      { wire: "\uFEFFdata:1\n\n", data: "1" },
      { wire: "\uFEFFdata:2\n\n" },
      { wire: "data:3\n\n", data: "3" },
    ],
  },
  {
    name: "format-bom-2",
    parts: [
      { wire: "\uFEFF\uFEFFdata:1\n\n" },
      { wire: "data:2\n\n", data: "2" },
      { wire: "data:3\n\n", data: "3" },
    ],
  },
  {
    name: "format-comments",
    parts: [{
      wire: `data:1\r:\0\n:\r\ndata:2\n:${LONG_COMMENT}\rdata:3\n:data:fail\r:${LONG_COMMENT}\ndata:4\n\n`,
      data: "1\n2\n3\n4",
    }],
  },
  {
    name: "format-data-before-final-empty-line",
    parts: [{ wire: "retry:1000\ndata:test1\n\n", data: "test1" }, { wire: "id:test\ndata:test2" }],
  },
  {
    name: "format-field-data",
    parts: [
      { wire: "data:\n\n", data: "" },
      { wire: "data\ndata\n\n", data: "\n" },
      { wire: "data:test\n\n", data: "test" },
    ],
  },
  {
    name: "format-field-event",
    parts: [{ wire: "event:test\ndata:x\n\n", data: "x" }, { wire: "data:x\n\n", data: "x" }],
  },
  { name: "format-field-event-empty", parts: [{ wire: "event: \ndata:data\n\n", data: "data" }] },
  { name: "format-field-id", parts: [{ wire: "id: \u2026\ndata: hello\n\n", data: "hello" }] },
  {
    name: "format-field-id-2",
    parts: [{ wire: "id: \u2026\ndata: hello\n\n", data: "hello" }, { wire: "data: again\n\n", data: "again" }],
  },
  idVector("format-field-id-3 (persists)", ["id: 1\n", "", "id: 2\n", ""]),
  idVector("format-field-id-3 (is reset)", ["id: 1\n", "id:\n", ""]),
  idVector("format-field-id-3 (is reset without a colon)", ["id: 1\n", "id\n", ""]),
  ...["\0\0", "x\0", "\0x", "x\0x", " \0"].map((id) =>
    idVector(`format-field-id-null (${JSON.stringify(id)})`, [`id: ${id}\n`])
  ),
  {
    name: "format-field-parsing",
    parts: [{
      wire:
        "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
      data: "\0\n 2\n1\n3\n\n4",
    }],
  },
  { name: "format-field-retry", parts: [{ wire: "retry:3000\ndata:x\n\n", data: "x" }] },
  { name: "format-field-retry-bogus", parts: [{ wire: "retry:3000\nretry:1000x\ndata:x\n\n", data: "x" }] },
  { name: "format-field-retry-empty", parts: [{ wire: "retry\ndata:test\n\n", data: "test" }] },
  {
    name: "format-field-unknown",
    parts: [{
      wire: "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n",
      data: "test\n\ntest",
    }],
  },
  { name: "format-leading-space", parts: [{ wire: "data:\ttest\rdata: \ndata:test\n\n", data: "\ttest\n\ntest" }] },
  { name: "format-newlines", parts: [{ wire: "data:test\r\ndata\ndata:test\r\n\r", data: "test\n\ntest" }] },
  { name: "format-null-character", parts: [{ wire: "data:\0\n\n\n\n", data: "\0" }] },
  { name: "format-utf-8", parts: [{ wire: "data:ok\u2026\n\n", data: "ok\u2026" }] },
  {
    name: "event-data",
    parts: [
      { wire: "data:msg\ndata: msg\n\n", data: "msg\nmsg" },
      { wire: ":\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\n" },
      { wire: "data\n\n", data: "" },
      { wire: "data:end\n\n", data: "end" },
    ],
  },
];
