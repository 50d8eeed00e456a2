// The form: takes a key and a question, asks, stops, and goes on with the conversation.
import { Answer } from "./answer.js";
import { ask, Refusal, send } from "./api.js";

const KEY = "conviction-key";
const at = (id) => document.getElementById(id);
const form = at("ask");
const question = at("question");
const key = at("key");

/** The response that the next question follows. */
let previous;
/** Ends the answer that is being written. */
let running;

function tell(text) {
  if (at("status").textContent !== text) at("status").textContent = text;
}

/** Shows the field of the key only while there is none. */
function showKey(isKnown) {
  at("key-row").hidden = isKnown;
  at("forget").hidden = !isKnown;
}

async function showData() {
  try {
    const { data, version } = await (await send("healthz", { key: sessionStorage.getItem(KEY) ?? "" })).json();
    if (!data) return;
    const days = data.as_of === data.last_day ? "" : `; its last is ${data.last_day}`;
    at("about").textContent = `Version ${version}. As of ${data.as_of}, the usual day of its data${days}.`;
  } catch {
    // said with the first question
  }
}

async function submit() {
  if (running) return;
  const text = question.value.trim();
  const given = key.value.trim() || (sessionStorage.getItem(KEY) ?? "");
  if (given === "") return void (tell("Enter an API key first."), key.focus());
  if (text === "") return void (tell("Enter a question."), question.focus());
  const answer = new Answer(text, { key: given, tell });
  at("answers").append(answer.element);
  at("examples").hidden = true;
  question.value = "";
  running = new AbortController();
  setBusy(true);
  tell("Asking");
  try {
    for await (const event of ask(text, { key: given, signal: running.signal, previous })) {
      if (event.type === "response.created") accept(given);
      answer.draw(event);
    }
    previous = answer.id ?? previous;
    tell("Done");
  } catch (error) {
    if (running.signal.aborted) return void (answer.stopped(), tell("Stopped"));
    answer.fail(error.message);
    tell("Failed");
    if (error instanceof Refusal && error.status === 401) forget();
    if (error instanceof Refusal && error.code === "previous_response_not_found") previous = undefined;
  } finally {
    running = undefined;
    setBusy(false);
    at("fresh").hidden = previous === undefined;
    answer.element.scrollIntoView({ block: "nearest" });
  }
}

function accept(given) {
  const isNew = sessionStorage.getItem(KEY) !== given;
  sessionStorage.setItem(KEY, given);
  key.value = "";
  showKey(true);
  if (isNew) void showData();
}

function forget() {
  sessionStorage.removeItem(KEY);
  showKey(false);
  key.focus();
}

function setBusy(isBusy) {
  at("send").disabled = isBusy;
  at("stop").disabled = !isBusy;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit();
});
question.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") running?.abort();
});
at("stop").addEventListener("click", () => running?.abort());
at("forget").addEventListener("click", forget);
at("fresh").addEventListener("click", () => {
  previous = undefined;
  at("answers").replaceChildren();
  at("fresh").hidden = true;
  at("examples").hidden = false;
  tell("");
  question.focus();
});
for (const example of at("examples").querySelectorAll("button")) {
  example.addEventListener("click", () => {
    question.value = example.textContent;
    question.focus();
  });
}

const isKnown = sessionStorage.getItem(KEY) !== null;
showKey(isKnown);
if (isKnown) void showData();
