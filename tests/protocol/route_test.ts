/** Paths of one file and of one response: an identifier is one segment, whatever it holds. */
import { equal, throws } from "../assert.ts";
import { filePath, responsePath } from "../../src/protocol/route.ts";

const SEGMENTS: readonly (readonly [id: string, segment: string])[] = [
  ["file-1", "file-1"],
  ["a/b?c#d", "a%2Fb%3Fc%23d"],
  ["../x", "..%2Fx"],
  ["$&", "%24%26"],
  ["ä 1", "%C3%A4%201"],
];

for (const [id, segment] of SEGMENTS) {
  Deno.test(`"${id}" is the segment ${segment} of a path`, () => {
    equal(filePath(id), `/v1/files/${segment}`);
    equal(responsePath("getResponse", id), `/v1/responses/${segment}`);
    equal(responsePath("cancelResponse", id), `/v1/responses/${segment}/cancel`);
  });
}

Deno.test("no path is made of an identifier that a URL resolves, nor of a file without one", () => {
  for (const id of [".", ".."]) {
    throws(() => filePath(id), { name: "ProtocolError", message: `Cannot request ${id}: invalid identifier` });
    throws(() => responsePath("getResponse", id), { name: "ProtocolError" });
  }
  throws(() => filePath(""), { message: "Cannot get file: its reference has no file_id that can be used" });
});
