// How the frame around a table draws. Every text of the data becomes a text node; nothing is ever parsed as markup.

/** Height of a row. */
export const ROW_PX = 28;
/** Characters of a column that has no sentences. */
export const MAX_CHARS = 26;

export function byId(id) {
  return document.getElementById(id);
}

/** Adds an element whose text is a text. */
export function add(parent, name, text = "", className = "") {
  const element = document.createElement(name);
  if (text !== "") element.textContent = text;
  if (className !== "") element.className = className;
  parent.append(element);
  return element;
}

export async function inflated(block) {
  const bytes = Uint8Array.from(atob(block), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

export function classOf({ look, values }) {
  return `${look ?? ""} ${values === undefined ? "" : "num"}`.trim();
}

export function spacer(body, rows) {
  if (rows === 0) return;
  const line = add(body, "tr");
  line.setAttribute("aria-hidden", "true");
  line.style.height = `${rows * ROW_PX}px`;
}

export function drawCell(line, column, row) {
  const { look, words, values } = column;
  const word = words[row];
  const cell = add(line, look === "name" ? "th" : "td", word, classOf(column));
  if (look === "name") cell.scope = "row";
  if (look === "prose" || word.length > MAX_CHARS) cell.title = word;
  const value = values?.[row];
  if (typeof value !== "number" || (look !== "score" && look !== "chance")) return;
  const [low, high] = look === "score" ? [-1, 1] : [0, 1];
  const percent = (figure) => (Math.min(high, Math.max(low, figure)) - low) / (high - low) * 100;
  const ends = [percent(0), percent(value)].sort((one, other) => one - other);
  cell.style.setProperty("--from", `${ends[0]}%`);
  cell.style.setProperty("--to", `${ends[1]}%`);
  if (value < 0) cell.classList.add("neg");
}

export function drawDetail({ title, blocks, code, note = "" }) {
  byId("title").textContent = title;
  const body = byId("text-of-row");
  body.replaceChildren();
  if (code) add(add(body, "p", "With its pictures, in a cell: ", "dim"), "code", code);
  if (note !== "") add(body, "p", note, "dim");
  for (const block of blocks) drawBlock(body, block);
  body.parentElement.scrollTop = 0;
}

function drawBlock(body, { kind, title = "", said = [], facts = [], rows = [], items = [], blocks = [] }) {
  if (title !== "") add(body, "h4", title);
  for (const block of blocks) drawBlock(body, block);
  const list = kind === "facts" ? add(body, "dl") : kind === "points" ? add(body, "ul") : body;
  for (const { name, words, note = "" } of facts) {
    const pair = add(list, "div");
    add(pair, "dt", name);
    add(pair, "dd", note === "" ? words : `${words}; ${note}`);
  }
  for (const line of [...said.map(({ text }) => text), ...items]) add(list, kind === "points" ? "li" : "p", line);
  const table = rows.length === 0 ? undefined : add(body, "table");
  for (const row of rows) {
    const line = add(table, "tr");
    for (const cell of row) add(line, "td", String(cell));
  }
}
