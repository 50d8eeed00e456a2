/** The digest of a file is that of all its bytes, in how many chunks it may be read. */
import { equal, rejects, throws } from "../assert.ts";
import { sha256, sha256File, sha256LargeFile } from "../../src/disk/digest.ts";

/** Bytes of a file: none, less than a chunk, some chunks and a rest, and more than is read at once. */
for (const size of [0, 1_000, 1_000_001, 8_500_001]) {
  Deno.test(`a file of ${size} bytes has the digest of its whole`, async () => {
    const path = await Deno.makeTempFile();
    const bytes = new Uint8Array(size).map((_, at) => at % 251); // no chunk is like another
    await Deno.writeFile(path, bytes);
    const whole = sha256(bytes);
    equal(sha256File(path), whole);
    equal(await sha256LargeFile(path), whole);
    await Deno.remove(path);
    throws(() => sha256File(path), { code: "ENOENT" });
    await rejects(sha256LargeFile(path), { code: "ENOENT" });
  });
}
