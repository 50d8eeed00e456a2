import type { BackgroundStore } from "./background_store.ts";
import { notFound } from "./download_file.ts";
import type { Outgoing } from "./exchange.ts";
import { readResponseQuery, type ResponseTarget, showResponse } from "./get_response.ts";
import { listItems } from "./input_items.ts";
import { jsonReply, type Reply } from "./reply.ts";
import { RequestError } from "../protocol/request_error.ts";
import type { ResponseStore, StoredResponse } from "./response_store.ts";
import { isGone } from "./retention.ts";
import type { Job } from "./settings.ts";

/** Where responses are: those in the background with their events, and the finished ones. */
export interface ResponsePlaces {
  readonly background: BackgroundStore;
  readonly responses: ResponseStore;
}

/**
 * Answers an operation on one response, for its owner only: get, list its input, cancel, delete.
 * @throws {RequestError} 404 for an unknown response and another owner's; 410 for one that is no longer kept; 409 for the
 * input of one that has not ended; 400 for events that are not kept, and for a query that cannot be read.
 */
export async function onStored(
  { request: { url }, owner }: Job,
  { responseId, action }: ResponseTarget,
  { background, responses }: ResponsePlaces,
): Promise<Outgoing> {
  const live = background.peek(responseId, owner);
  const found = responses.find(responseId, owner);
  const finished = () => finishedOf(found, { responseId, responses });
  switch (action) {
    case "getResponse": {
      const query = readResponseQuery(url);
      if (isStored(found) && query.after === undefined) return objectOf(found);
      if (isStored(found) && !background.remembers(responseId, owner)) throw hasNoEvents(responseId);
      if (found === "gone" && live === undefined) finished();
      return showResponse(background.find(responseId, owner, query), query);
    }
    case "listInputItems":
      if (live && !isStored(found)) throw isRunning(responseId);
      return listItems(finished().input, url);
    case "cancelResponse":
      if (!live && isStored(found)) return objectOf(found); // it has ended
      await background.find(responseId, owner).cancel();
      return jsonReply(background.find(responseId, owner).object);
    case "deleteResponse":
      if (!live) finished();
      await live?.cancel();
      background.delete(responseId, owner);
      await responses.delete(responseId, owner);
      return jsonReply({ id: responseId, object: "response", deleted: true });
  }
}

function isStored(found: StoredResponse | "gone" | undefined): found is StoredResponse {
  return found !== undefined && found !== "gone";
}

function finishedOf(
  found: StoredResponse | "gone" | undefined,
  { responseId, responses }: { readonly responseId: string; readonly responses: ResponseStore },
): StoredResponse {
  if (isStored(found)) return found;
  if (found === undefined) throw notFound();
  const { maxBytes, keptMs } = responses;
  throw isGone(`find response ${responseId}`, { what: "responses", code: "response_expired", maxBytes, keptMs });
}

function objectOf({ object }: StoredResponse): Reply {
  return { ...jsonReply(null), body: object };
}

function hasNoEvents(responseId: string): RequestError {
  const state = "its events are not kept, as those of a response in the background are; get it without stream=true";
  return new RequestError(`Cannot stream response ${responseId}: ${state}`, {
    status: 400,
    code: "events_not_kept",
    param: "stream",
  });
}

function isRunning(responseId: string): RequestError {
  return new RequestError(`Cannot list the input of response ${responseId}: it has not completed`, {
    status: 409,
    code: "response_not_completed",
  });
}
