/** The page of the service in a real browser: asks, shows what comes, stops, fails; and files in pages of other origins. */
import { deepEqual, equal, match, ok } from "../../assert.ts";
import { missingProgram, testNeeding } from "../../needs.ts";
import { Chromium, findChromium } from "../../browser/chromium.ts";
import { listen } from "../../../src/door/listen.ts";
import { openEmbedded } from "../../../src/setup/embedded.ts";
import { digestOf, ownerOf } from "../../../src/service/tenants/authorize.ts";
import { fakeService, KEY } from "../service_fixture.ts";

const chromium = findChromium();
const missing = missingProgram(chromium ?? "chromium");

/** A browser, what its page complains about, and how a person uses it. */
async function person() {
  const browser = await Chromium.start(chromium ?? "chromium");
  const complaints: string[] = [];
  const listened = browser.listen((method, params) => {
    if (method === "Runtime.exceptionThrown" || method === "Log.entryAdded") complaints.push(JSON.stringify(params));
  });
  await browser.send("Log.enable");
  const text = (selector: string) => browser.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText`);
  return {
    browser,
    complaints,
    text,
    fill: async (id: string, value: string) => {
      await browser.evaluate(`document.getElementById("${id}").focus()`);
      await browser.type(value);
    },
    press: async (key: string) => {
      const code = key === "Enter" ? 13 : 27;
      for (const type of ["rawKeyDown", "keyUp"]) {
        await browser.send("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code });
      }
    },
    /** Resolves when the page says so, without a look at the clock. */
    until: (condition: string) =>
      browser.evaluate(`new Promise((done) => {
        const look = () => (${condition}) ? done() : requestAnimationFrame(look);
        look();
      })`),
    async [Symbol.asyncDispose]() {
      listened[Symbol.dispose]();
      await browser[Symbol.asyncDispose]();
    },
  };
}

/** Resolves when the browser's own viewer of PDFs has opened in a frame. */
async function opensViewer(browser: Chromium): Promise<void> {
  const isOpen = async () => {
    const { targetInfos } = await browser.send("Target.getTargets", { filter: [{}] }) as unknown as {
      readonly targetInfos: readonly { readonly url: string }[];
    };
    return targetInfos.some(({ url }) => url.startsWith("chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/"));
  };
  while (!await isOpen()) await browser.evaluate("new Promise((done) => requestAnimationFrame(done))");
}

const STATUS = `document.getElementById("status").textContent`;
const LOADED =
  `document.images.length > 0 && [...document.images].every((one) => one.complete && one.naturalWidth > 0)`;

testNeeding(missing, "the page asks, shows each part of an answer, and goes on with the conversation", async (test) => {
  const apiKey = "sk-canary-of-the-page";
  await using embedded = await openEmbedded({ data: undefined, apiKeys: [apiKey] });
  const listener = await listen(embedded.service, { port: 0 });
  await using visitor = await person();
  const { browser, fill, press, until, text, complaints } = visitor;
  await browser.visit(`${listener.url}/`);

  await test.step("without a key it asks for one, and sends nothing", async () => {
    await fill("question", "Analyse AAPL");
    await press("Enter");
    equal(await browser.evaluate(STATUS), "Enter an API key first.");
    equal(await browser.evaluate("document.activeElement.id"), "key");
    equal(await browser.evaluate("document.querySelectorAll('article').length"), 0);
  });

  await test.step("Enter asks; tools, code, charts, verification, text and thesis come", async () => {
    await fill("key", apiKey);
    await browser.evaluate(`document.getElementById("question").focus()`);
    await press("Enter");
    await until(`${STATUS} === "Done" && ${LOADED}`);
    match(String(await text("article h2")), /^Analyse AAPL$/);
    const thesis = String(await text("article .thesis"));
    match(thesis, /Signal\s+(bullish|neutral|bearish)[\s\S]*Confidence\s+\d\d%[\s\S]*Claims checked\s+(\d+) of \2\n/);
    match(String(await text("article .text")), /AAPL[\s\S]*Why[\s\S]*Risks/);
    await browser.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
    const steps = String(await text("article .how"));
    for (const part of [/price history done/, /Code price_and_drawdown_AAPL done/, /(\d+) of \1 claims verified/]) {
      match(steps, part);
    }
    match(steps, /export default/, "the program is shown");
    ok(Number(await browser.evaluate("document.images.length")) >= 1);
    ok(Number(await browser.evaluate(`document.querySelectorAll(".files button").length`)) >= 3);
    equal(await browser.evaluate(`document.querySelector("article").getAttribute("aria-busy")`), "false");
  });

  await test.step("the next question goes on with the conversation", async () => {
    await fill("question", "And its drawdown?");
    await press("Enter");
    await until(`document.querySelectorAll("article").length === 2 && ${STATUS} === "Done"`);
    match(String(await text("article:last-child .text")), /^About Apple \(AAPL\), from the question before\./);
    equal(await browser.evaluate(`document.getElementById("fresh").hidden`), false);
  });

  await test.step("the key is in the storage of the tab only, and in no address or text", async () => {
    equal(await browser.evaluate(`sessionStorage.getItem("conviction-key")`), apiKey);
    deepEqual(await browser.evaluate("[localStorage.length, document.cookie, location.href]"), [
      ...[0, "", `${listener.url}/`],
    ]);
    equal(String(await browser.evaluate("document.documentElement.outerHTML")).includes(apiKey), false);
  });

  await test.step("every control has a name, and no policy of the page was broken", async () => {
    const { nodes } = await browser.send("Accessibility.getFullAXTree") as unknown as {
      readonly nodes: readonly { readonly role?: { value: string }; readonly name?: { value: string } }[];
    };
    const controls = nodes.filter(({ role }) => ["button", "textbox", "image"].includes(role?.value ?? ""));
    ok(controls.length > 5);
    deepEqual(controls.filter(({ name }) => !name?.value), []);
    deepEqual(complaints, []);
  });

  await test.step("a refused key is said in the service's words, and asked for again", async () => {
    await browser.evaluate(`sessionStorage.setItem("conviction-key", "wrong")`);
    await fill("question", "Analyse MSFT");
    await press("Enter");
    await until(`${STATUS} === "Failed"`);
    match(String(await text("article:last-child .alert")), /^Cannot authorize the request/);
    equal(await browser.evaluate(`sessionStorage.getItem("conviction-key")`), null);
    equal(await browser.evaluate(`document.getElementById("key-row").hidden`), false);
  });
  await listener.close();
});

testNeeding(missing, "the page stops an answer with Escape, and says what failed", async () => {
  const { service, gate } = fakeService();
  const listener = await listen(service, { port: 0 });
  await using visitor = await person();
  const { browser, fill, press, until, text } = visitor;
  await browser.visit(`${listener.url}/`);
  await fill("key", KEY);
  await fill("question", "wait");
  await press("Enter");
  await gate.waiting.promise;
  // the agent works before the page has the first byte of the reply, by which it knows that the key was accepted
  await until(`!document.getElementById("stop").disabled && document.getElementById("key-row").hidden`);
  await press("Escape");
  await until(`${STATUS} === "Stopped"`);
  match(String(await text("article .warn")), /^Stopped\./);
  ok(await gate.aborted.promise, "the agent stopped too");
  await fill("question", "late failure");
  await press("Enter");
  await until(`${STATUS} !== "Stopped" && document.querySelector("article:last-child .alert") !== null`);
  match(String(await text("article:last-child .alert")), /^Cannot answer the request: the service failed/);
  await listener.close();
});

testNeeding(missing, "an image and a PDF open from another origin by their links, and not without", async () => {
  const { service, fileStore } = fakeService();
  const listener = await listen(service, { port: 0 });
  const elsewhere = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
    return new Response("<!doctype html><body>", { headers: { "content-type": "text/html" } });
  });
  await using visitor = await person();
  const { browser } = visitor;
  const pdf = await browser.print();
  const png = await browser.screenshot();
  const linkTo = async (filename: string, mediaType: string, bytes: Uint8Array) => {
    const { file_id } = await fileStore.put({ filename, mediaType, bytes: new Uint8Array(bytes) });
    await fileStore.give([file_id], ownerOf(digestOf(KEY)));
    const headers = { authorization: `Bearer ${KEY}` };
    const reply = await fetch(`${listener.url}/v1/files/${file_id}/link`, { method: "POST", headers });
    return listener.url + (await reply.json()).path;
  };
  const [image, paper] = [await linkTo("a.png", "image/png", png), await linkTo("a.pdf", "application/pdf", pdf)];
  await browser.visit(`http://localhost:${elsewhere.addr.port}/`); // another host and another port
  const widthOf = (address: string) =>
    browser.evaluate(`new Promise((done) => {
      const image = new Image();
      image.onload = () => done(image.naturalWidth);
      image.onerror = () => done(0);
      image.src = ${JSON.stringify(address)};
    })`);
  ok(Number(await widthOf(image)) > 100);
  equal(await widthOf(image.replace(/signature=\w{4}/, "signature=0000")), 0);
  await browser.evaluate(`void document.body.append(Object.assign(document.createElement("iframe"), {
    src: ${JSON.stringify(paper)}, width: 600, height: 800 }))`);
  await opensViewer(browser);
  await listener.close();
  await elsewhere.shutdown();
});
