import { equal } from "../assert.ts";

Deno.test("limits and aborts reach a call whose request was garbage collected", async () => {
  const child = new Deno.Command("deno", {
    args: [
      ...["run", "--no-prompt", "--allow-net=127.0.0.1", "--v8-flags=--expose-gc"],
      new URL("abort_after_gc_child.ts", import.meta.url).pathname,
    ],
    env: { NO_COLOR: "1" },
    stdin: "null",
    signal: AbortSignal.timeout(60_000), // a call that nothing reaches would wait forever
  });
  const { stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  equal(
    text(stdout),
    [
      "stream limit AnswerTimedOutError",
      "stream abort AnswerAbortedError",
      "thesis limit TimeoutError",
      "thesis abort AbortedError",
      "file limit TimeoutError",
      "file abort AbortedError",
      "",
    ].join("\n"),
    text(stderr),
  );
});
