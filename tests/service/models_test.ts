/** The models of a service. */
import { deepEqual, equal } from "../assert.ts";
import { RESPONSES_PREFIX } from "../../src/protocol/route.ts";
import { RESULT_SCHEMA } from "../../src/service/result_schema.ts";
import { fakeService, KEY, post } from "./service_fixture.ts";

const DIALECTS = ["", RESPONSES_PREFIX] as const;

Deno.test("GET /v1/models lists the models in either dialect; an unknown one is 404", async () => {
  const { service } = fakeService({ models: ["small", "large/1"] });
  const get = async (path: string) => {
    const reply = await service(new Request(`http://a${path}`, { headers: { authorization: `Bearer ${KEY}` } }));
    return [reply.status, await reply.json()] as const;
  };
  const model = (id: string) => ({ id, object: "model", created: 1514851200, owned_by: "conviction" });
  for (const base of DIALECTS) {
    deepEqual(await get(`${base}/v1/models`), [200, { object: "list", data: [model("small"), model("large/1")] }]);
    const [, shown] = await get(`${base}/v1/models/large%2F1`);
    deepEqual(shown, JSON.parse(JSON.stringify({ ...model("large/1"), result_schema: RESULT_SCHEMA })));
    const [status, { error }] = await get(`${base}/v1/models/gpt-x`);
    deepEqual([status, error.code], [404, "model_not_found"]);
  }
  const asked = await service(post("http://a/v1/responses", { input: "a" }));
  equal((await asked.json()).model, "small");
});
