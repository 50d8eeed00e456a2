import { jsonReply, type Reply } from "./reply.ts";
import { RESULT_SCHEMA } from "./result_schema.ts";

let made: Promise<Reply> | undefined;

/** The reply with the description of the service, made when somebody first asks for it. */
export function openApiReply(): Promise<Reply> {
  return made ??= import("./openapi/document.ts").then(({ openApiDocument }) =>
    jsonReply(openApiDocument(RESULT_SCHEMA), { headers: { "cache-control": "public, max-age=300" } })
  );
}
