// Draws one answer from its events, each part where it comes. Every text goes in as text, never as markup.
import { send } from "./api.js";

/** Media types that a browser shows in place. */
const PICTURES = ["image/png", "image/jpeg"];

/** Makes an element with its content. */
export function make(name, { text, className, ...attributes } = {}, ...children) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className !== undefined) element.className = className;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** One question and its answer. */
export class Answer {
  /** Identifier of the response, for the next question; undefined until it is complete. */
  id;
  #key;
  #tell;
  #article;
  #steps = make("ol", { className: "steps", "aria-label": "Steps" });
  #text = make("div", { className: "text" });
  #written = "";
  #calls = new Map();
  #programs = new Map();
  #shown = new Set();
  #verification;

  /** @param tell Says in a few words what happens. */
  constructor(question, { key, tell }) {
    this.#key = key;
    this.#tell = tell;
    this.#article = make("article", { "aria-busy": "true" }, make("h2", { text: question }), this.#steps, this.#text);
  }

  get element() {
    return this.#article;
  }

  /** Draws an event; unknown ones are left out. */
  draw(event) {
    switch (event.type) {
      case "response.output_item.added":
        if (event.item.type === "function_call") this.#call(event.item);
        if (event.item.type === "function_call_output") this.#output(event.item);
        break;
      case "response.function_call_arguments.done":
        this.#calls.get(event.call_id)?.body.append(
          make("h3", { text: "Asked" }),
          make("pre", { text: pretty(event.arguments) }),
        );
        break;
      case "response.code_execution.added":
        this.#program(event);
        break;
      case "response.code_execution.input_delta":
        this.#programs.get(event.item_id)?.code.append(event.delta);
        break;
      case "response.code_execution.started":
        this.#tell("Running code");
        break;
      case "response.code_execution.output":
        this.#ran(event);
        break;
      case "verification.started":
        this.#verification = this.#step("Verification");
        this.#tell("Verifying");
        break;
      case "verification.done":
        this.#verified(event.verification);
        break;
      case "response.output_text.delta":
        this.#tell("Writing");
        this.#written += event.delta;
        this.#text.replaceChildren(...blocksOf(this.#written));
        break;
      case "response.completed":
        this.#complete(event.response);
        break;
      case "error":
        this.fail(event.message);
        break;
    }
  }

  /** Says why there is no more. */
  fail(message) {
    this.#end();
    this.#article.append(make("p", { className: "alert", role: "alert", text: message }));
  }

  /** Says that the reader stopped it. */
  stopped() {
    this.#end();
    this.#article.append(make("p", { className: "warn", text: "Stopped. What stands above is not the whole answer." }));
  }

  /** Folds the steps into one line: what a reader came for is the answer. */
  #fold() {
    const count = this.#steps.childElementCount;
    if (count < 3) return;
    const place = this.#steps.nextSibling;
    const summary = make("summary", { text: `How it was researched: ${count} steps` });
    place.before(make("details", { className: "how" }, summary, this.#steps));
  }

  #end() {
    this.#article.setAttribute("aria-busy", "false");
    for (const state of this.#article.querySelectorAll(".state.running")) mark(state, "stopped", "failed");
  }

  #step(name) {
    const state = make("span", { className: "state running", text: "running" });
    const body = make("div");
    const row = make("details", {}, make("summary", {}, `${name} `, state), body);
    this.#steps.append(make("li", {}, row));
    return { state, body, row };
  }

  #call({ call_id, name }) {
    this.#calls.set(call_id, this.#step(name.replaceAll("_", " ")));
    this.#tell(`Tool ${name.replaceAll("_", " ")}`);
  }

  #output({ call_id, output }) {
    const call = this.#calls.get(call_id);
    if (!call) return;
    mark(call.state, "done", "done");
    call.body.append(make("h3", { text: "Answered" }), make("pre", { text: pretty(output) }));
  }

  #program({ item_id, name }) {
    const code = make("code");
    const step = this.#step(`Code ${name}`);
    step.body.append(make("h3", { text: "Program" }), make("pre", { tabindex: "0" }, code));
    this.#programs.set(item_id, { ...step, code });
  }

  #ran({ item_id, stdout, stderr, return_code, files }) {
    const program = this.#programs.get(item_id);
    if (!program) return;
    mark(
      program.state,
      return_code === 0 ? "done" : `failed with ${return_code}`,
      return_code === 0 ? "done" : "failed",
    );
    for (const [title, text] of [["Output", stdout], ["Errors", stderr]]) {
      if (text) program.body.append(make("h3", { text: title }), make("pre", { text }));
    }
    for (const file of files ?? []) this.#show(file, this.#text);
  }

  #verified({ claims_verified: verified, claims_total: total, claims_removed: removed, checks = [] }) {
    const step = this.#verification;
    if (!step) return;
    const left = removed ? `, ${removed} removed` : "";
    mark(step.state, `${verified} of ${total} claims verified${left}`, removed ? "failed" : "done");
    step.body.append(make("pre", { text: pretty(checks) }));
  }

  #complete({ id, metadata = {} }) {
    this.id = id;
    const { thesis, warnings = [], files = [] } = metadata;
    if (thesis) this.#article.firstElementChild.after(thesisOf(thesis, metadata.verification));
    this.#fold();
    for (const warning of warnings) this.#article.append(make("p", { className: "warn", text: warning }));
    for (const file of files) this.#show(file, this.#text);
    if (files.length > 0) this.#article.append(make("h3", { text: "Files" }), this.#downloads(files));
    this.#end();
  }

  /** Shows a picture after a part of the answer, once. */
  #show(file, place) {
    if (!PICTURES.includes(file.media_type) || this.#shown.has(file.file_id)) return;
    this.#shown.add(file.file_id);
    const image = make("img", { alt: `Chart: ${nameOf(file)}` });
    const figure = make("figure", {}, image);
    place.before(figure);
    this.#get(file).then((blob) => image.src = URL.createObjectURL(blob), (error) => {
      figure.replaceChildren(make("p", { className: "warn", text: `${nameOf(file)}: ${error.message}` }));
    });
  }

  #downloads(files) {
    const buttons = files.map((file) => {
      const button = make("button", { type: "button", className: "quiet", text: `${nameOf(file)}${sizeOf(file)}` });
      button.addEventListener("click", async () => {
        try {
          const link = make("a", { href: URL.createObjectURL(await this.#get(file)), download: nameOf(file) });
          link.click();
        } catch (error) {
          button.after(make("p", { className: "warn", role: "alert", text: error.message }));
        }
      });
      return make("li", {}, button);
    });
    return make("ul", { className: "files" }, ...buttons);
  }

  async #get({ file_id }) {
    return await (await send(`v1/files/${encodeURIComponent(file_id)}`, { key: this.#key })).blob();
  }
}

function mark(state, text, className) {
  state.textContent = text;
  state.className = `state ${className}`;
}

function nameOf({ filename, file_id }) {
  return filename ?? file_id;
}

function sizeOf({ bytes }) {
  return bytes === undefined ? "" : ` (${Math.max(1, Math.round(bytes / 1024))} KiB)`;
}

/** The figures of a thesis; what it does not say is left out. */
function thesisOf({ agent_thesis, metadata = {} }, verification) {
  const percent = (share) => share === undefined || share === null ? undefined : `${(share * 100).toFixed(0)}%`;
  const { signal, confidence } = agent_thesis;
  const figures = [
    ["Signal", signal?.replaceAll("_", " "), signal],
    ["Confidence", percent(confidence)],
    ["Score, −1 to 1", metadata.score?.toFixed(2)],
    ["Drawdown risk", percent(metadata.drawdown_probability)],
    ["Claims checked", verification && `${verification.claims_verified} of ${verification.claims_total}`],
    ["As of", metadata.as_of],
    ["Horizon", metadata.horizon?.replace(/^(\d+)d$/, "$1 trading days")],
    ["Against", metadata.benchmark],
  ].filter(([, value]) => value !== undefined && value !== null);
  return make(
    "dl",
    { className: "thesis" },
    ...figures.map(([name, value, className]) =>
      make("div", {}, make("dt", { text: name }), make("dd", { text: value, ...(className && { className }) }))
    ),
  );
}

/** Paragraphs, and lists where lines begin with a dash. */
function blocksOf(text) {
  return text.split("\n\n").flatMap((block) => {
    const lines = block.split("\n");
    const items = lines.filter((line) => line.startsWith("- "));
    const head = lines.filter((line) => !line.startsWith("- ") && line !== "").join("\n");
    if (items.length === 0) return head === "" ? [] : [make("p", { text: head })];
    const list = make("ul", {}, ...items.map((line) => make("li", { text: line.slice(2) })));
    return head === "" ? [list] : [make("h3", { text: head.replace(/:$/, "") }), list];
  });
}

/** A JSON text, or a value, over lines; any other text as it is. */
function pretty(value) {
  try {
    return JSON.stringify(typeof value === "string" ? JSON.parse(value) : value, null, 2);
  } catch {
    return String(value);
  }
}
