import { deepEqual, equal, ok, rejects } from "../assert.ts";
import type { Service } from "../../src/service/service.ts";
import { inProcessFetch } from "../../src/setup/in_process.ts";
import type { Exchanger } from "../../src/door/door.ts";
import { listen } from "../../src/door/listen.ts";
import { fakeService, post } from "../service/service_fixture.ts";

const PATH = "/v1/responses";
const WAITING = { input: "wait", stream: true };

interface Line {
  readonly base: string;
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
}

/** Runs a test over both connections to a service. */
function onBoth(name: string, makeService: () => Service, test: (line: Line) => Promise<void>): void {
  Deno.test(`${name}, in process`, () =>
    test({ base: "http://conviction.invalid", fetch: inProcessFetch(makeService()) }));
  Deno.test(`${name}, over a port`, async () => {
    const listener = await listen(exchangerOf(makeService()), { port: 0 });
    const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    try {
      await test({ base: listener.url, fetch: (request, init) => fetch(request, { ...init, client }) });
    } finally {
      client.close();
      await listener.close();
    }
  });
}

/** A service that is only a function, as a port wants it. */
function exchangerOf(service: Service): Exchanger {
  return {
    exchange: async ({ url, method, headers, body, signal }) => {
      const names = ["authorization", "content-type"].filter((name) => headers.has(name));
      const init = { method, signal, headers: names.map((name): [string, string] => [name, headers.get(name) ?? ""]) };
      const request = new Request(url, body ? { ...init, body: ReadableStream.from(body) as BodyInit } : init);
      return { outgoing: await service(request), requestId: "req_1", owner: undefined };
    },
  };
}

/** A service with one reply. */
const replying = (reply: () => Response | Promise<Response>): () => Service => () => () =>
  Promise.resolve().then(reply);

const REASON = new Error("the caller's own");

onBoth(
  "an aborted signal rejects with its reason",
  replying(() => new Response()),
  async ({ base, fetch }) => {
    await rejects(() => fetch(new Request(base), { signal: AbortSignal.abort(REASON) }), REASON);
  },
);

{
  let fake = fakeService();
  const renewed = () => (fake = fakeService()).service;

  onBoth(
    "an abort before the reply rejects with its reason and reaches the agent",
    renewed,
    async ({ base, fetch }) => {
      const caller = new AbortController();
      const answered = fetch(post(base + PATH, { input: "wait first" }), { signal: caller.signal });
      await fake.gate.waiting.promise;
      caller.abort(REASON);
      await rejects(() => answered, REASON);
      await fake.gate.left.promise;
    },
  );

  onBoth("an abort in the body errors it with its reason and reaches the agent", renewed, async ({ base, fetch }) => {
    const caller = new AbortController();
    const { body } = await fetch(post(base + PATH, WAITING), { signal: caller.signal });
    const reader = body?.getReader();
    ok(reader);
    const reading = (async () => {
      while (!(await reader.read()).done);
    })();
    await fake.gate.waiting.promise;
    caller.abort(REASON);
    await rejects(() => reading, REASON);
    await fake.gate.left.promise;
  });

  onBoth("cancelling a body reaches the agent", renewed, async ({ base, fetch }) => {
    const { body } = await fetch(post(base + PATH, WAITING));
    const reader = body?.getReader();
    ok(reader);
    await reader.read();
    const reading = (async () => {
      while (!(await reader.read()).done);
    })();
    await fake.gate.waiting.promise;
    await reader.cancel();
    await reading;
    await fake.gate.left.promise;
    equal(fake.questions[0]?.signal.aborted, true);
  });

  onBoth("an abort after the whole body was read does nothing", renewed, async ({ base, fetch }) => {
    const caller = new AbortController();
    const response = await fetch(post(base + PATH, { input: "a", stream: true }), { signal: caller.signal });
    ok((await response.text()).endsWith("[DONE]\n\n"));
    caller.abort(REASON);
    equal(fake.questions[0]?.signal.aborted, false);
  });
}

{
  const left = { signal: AbortSignal.abort(), aborted: Promise.withResolvers<void>() };
  const endless: () => Service = () => (request) => {
    left.signal = request.signal;
    left.aborted = Promise.withResolvers();
    request.signal.addEventListener("abort", () => left.aborted.resolve());
    return Promise.resolve(
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1)) })),
    );
  };

  onBoth("cancelling a body aborts the request that the service sees", endless, async ({ base, fetch }) => {
    const { body } = await fetch(new Request(base));
    equal(left.signal.aborted, false);
    await body?.cancel();
    await left.aborted.promise;
  });
}

onBoth(
  "a service that throws is answered as 500 with a fixed body",
  replying(() => {
    throw new Error("secret");
  }),
  async ({ base, fetch }) => {
    const response = await fetch(new Request(base));
    equal(response.status, 500);
    deepEqual(await response.json(), {
      error: {
        type: "server_error",
        code: "internal_error",
        message: "Cannot answer the request: the service failed",
        param: null,
      },
    });
  },
);

onBoth(
  "a body that fails midway is an error, never a short body",
  replying(() => {
    const chunks = [new TextEncoder().encode("whole")];
    return new Response(
      new ReadableStream({
        pull: (controller) => {
          const chunk = chunks.shift();
          if (!chunk) throw new Error("secret");
          controller.enqueue(chunk);
        },
      }, { highWaterMark: 0 }),
    );
  }),
  async ({ base, fetch }) => {
    const whole = async () => await (await fetch(new Request(base))).text();
    await rejects(whole, (error) => error instanceof TypeError && !error.message.includes("secret"));
  },
);

onBoth(
  "a HEAD request gets no body, even if the service sends one",
  replying(() => new Response("body", { headers: { "x-a": "b" } })),
  async ({ base, fetch }) => {
    const response = await fetch(new Request(base, { method: "HEAD" }));
    deepEqual([await response.text(), response.headers.get("x-a")], ["", "b"]);
  },
);

Deno.test("inProcessFetch() copies the bytes of the request and of the reply", async () => {
  const sent = new Uint8Array([1, 2, 3]);
  const kept = new Uint8Array([4, 5, 6]);
  const seen: Uint8Array[] = [];
  const fetch = inProcessFetch(async (request) => {
    seen.push(await request.bytes());
    return new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(kept);
          controller.close();
        },
      }),
    );
  });
  const { body } = await fetch("http://conviction.invalid", { method: "POST", body: sent });
  const received = (await body?.getReader().read())?.value;
  sent.fill(0);
  kept.fill(0);
  deepEqual([seen[0], received], [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5, 6])]);
});

Deno.test("inProcessFetch() does not share the caller's request, headers or signal", async () => {
  const headers = new Headers({ "x-a": "b" });
  const request = new Request("http://conviction.invalid/path?a=b", { headers });
  const fetch = inProcessFetch((seen) => {
    ok(seen !== request && seen.signal !== request.signal && seen.headers !== request.headers);
    return Promise.resolve(new Response(`${seen.url} ${seen.headers.get("x-a")}`));
  });
  equal(await (await fetch(request)).text(), "http://conviction.invalid/path?a=b b");
});

Deno.test("inProcessFetch() cancels a reply that arrives after the caller has left", async () => {
  const open = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<unknown>();
  const asked = Promise.withResolvers<void>();
  const fetch = inProcessFetch(async () => {
    asked.resolve();
    await open.promise;
    return new Response(new ReadableStream({ cancel: (reason) => cancelled.resolve(reason) }));
  });
  const caller = new AbortController();
  const answered = fetch("http://conviction.invalid", { signal: caller.signal });
  await asked.promise;
  caller.abort(REASON);
  await rejects(() => answered, REASON);
  open.resolve();
  equal(await cancelled.promise, REASON);
});
