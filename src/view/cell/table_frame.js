// The program of the frame around a table: sorts, filters and shows the details of a row, all within the frame.
import { add, byId, classOf, drawCell, drawDetail, inflated, MAX_CHARS, ROW_PX, spacer } from "./table_draw.js";

/** Rows drawn above and below those in sight. */
const SPARE = 10;
const PROSE_CHARS = 44;
/** For bold letters. */
const EXTRA_CHARS = { name: 2 };

const [tableBlock, ...detailBlocks] = byId("data").textContent.trim().split(" ");
const state = { order: [], sort: undefined, text: "", current: -1, isOpen: false };
let table;
let haystacks;

start();

async function start() {
  table = await inflated(tableBlock);
  drawHead();
  byId("text").addEventListener("input", ({ target }) => {
    state.text = target.value;
    refresh();
  });
  byId("close").addEventListener("click", closeDetail);
  byId("box").addEventListener("scroll", drawRows, { passive: true });
  byId("grid").addEventListener("keydown", onKey);
  new ResizeObserver(drawRows).observe(byId("box"));
  refresh();
}

function drawHead() {
  let width = 0;
  for (const [at, column] of table.columns.entries()) {
    const isProse = column.look === "prose";
    const longest = column.words.reduce((most, { length }) => Math.max(most, length), column.title.length + 2);
    const chars = isProse ? PROSE_CHARS : Math.min(MAX_CHARS, longest) + (EXTRA_CHARS[column.look] ?? 0);
    width += chars;
    add(byId("cols"), "col").style.width = `calc(${chars}ch + 18px)`;
    const cell = add(byId("head"), "th", "", classOf(column));
    cell.scope = "col";
    const button = add(cell, "button", column.title);
    button.type = "button";
    button.title = `Sort by ${column.title}`;
    button.addEventListener("click", () => sortBy(at));
  }
  const grid = byId("grid");
  grid.style.width = `max(100%, calc(${width}ch + ${18 * table.columns.length}px))`;
  grid.setAttribute("aria-colcount", String(table.columns.length));
}

/** First the way in which a column is usually read, then the other, then the order in which the rows came. */
function sortBy(at) {
  const { title, values } = table.columns[at];
  const isDownFirst = values !== undefined && !/^(rank|row|#)$/i.test(title);
  const { sort } = state;
  if (sort?.at !== at) state.sort = { at, isDown: isDownFirst };
  else state.sort = sort.isDown === isDownFirst ? { at, isDown: !isDownFirst } : undefined;
  for (const [place, cell] of [...byId("head").children].entries()) {
    if (state.sort?.at === place) cell.setAttribute("aria-sort", state.sort.isDown ? "descending" : "ascending");
    else cell.removeAttribute("aria-sort");
  }
  refresh();
}

function refresh() {
  const words = state.text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  haystacks ??= table.columns[0].words.map((_, row) =>
    table.columns.map((column) => column.words[row]).join("\n").toLowerCase()
  );
  state.order = [...haystacks.keys()].filter((row) => words.every((word) => haystacks[row].includes(word)));
  if (state.sort !== undefined) state.order.sort(comparer(state.sort));
  const shown = state.order.length;
  const here = haystacks.length;
  const all = table.total > here
    ? `the first ${here.toLocaleString("en")} of ${table.total.toLocaleString("en")} rows`
    : `${here.toLocaleString("en")} row${here === 1 ? "" : "s"}`;
  byId("count").textContent = shown === here ? all : `${shown.toLocaleString("en")} of ${all}`;
  byId("grid").setAttribute("aria-rowcount", String(shown + 1));
  if (!state.order.includes(state.current)) {
    state.current = -1;
    closeDetail();
  }
  byId("box").scrollTop = 0;
  drawRows();
}

/** Numbers as numbers, texts as people sort them; rows without a value are last in both directions. */
function comparer({ at, isDown }) {
  const { words, values } = table.columns[at];
  const { compare } = new Intl.Collator("en", { numeric: true });
  const isEmpty = (row) => values === undefined ? words[row] === "" : values[row] === null;
  const order = values === undefined
    ? (one, other) => compare(words[one], words[other])
    : (one, other) => values[one] - values[other];
  return (one, other) => {
    if (isEmpty(one) || isEmpty(other)) return isEmpty(one) - isEmpty(other);
    return isDown ? order(other, one) : order(one, other);
  };
}

/** Draws the rows in sight; two spacers stand for the others. */
function drawRows() {
  const box = byId("box");
  const from = Math.max(0, Math.floor(box.scrollTop / ROW_PX) - SPARE);
  const to = Math.min(state.order.length, from + Math.ceil(box.clientHeight / ROW_PX) + 2 * SPARE);
  const body = document.createDocumentFragment();
  spacer(body, from);
  for (let place = from; place < to; place++) drawRow(body, place);
  spacer(body, state.order.length - to);
  byId("rows").replaceChildren(body);
  const isDrawn = document.getElementById(`r${state.current}`) !== null;
  if (isDrawn) byId("grid").setAttribute("aria-activedescendant", `r${state.current}`);
  else byId("grid").removeAttribute("aria-activedescendant");
}

function drawRow(body, place) {
  const row = state.order[place];
  const line = add(body, "tr");
  line.id = `r${row}`;
  line.setAttribute("aria-rowindex", String(place + 2));
  line.setAttribute("aria-selected", String(row === state.current));
  line.addEventListener("click", () => openDetail(row));
  for (const column of table.columns) drawCell(line, column, row);
}

const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/** The keys of a list: arrows move, Enter opens the details, Escape closes them. */
function onKey(event) {
  if (event.target !== byId("grid")) return;
  const { key } = event;
  if (key === "Escape") return closeDetail();
  const step = STEPS[key];
  if (step === undefined && key !== "Enter" && key !== " ") return;
  event.preventDefault();
  if (step === undefined) return state.current < 0 ? undefined : openDetail(state.current);
  const last = state.order.length - 1;
  const place = state.order.indexOf(state.current);
  state.current = state.order[Math.max(0, Math.min(last, place < 0 ? 0 : place + step))] ?? -1;
  if (state.isOpen && state.current >= 0) return openDetail(state.current);
  reveal();
}

/** Scrolls the current row into sight, below the header. */
function reveal() {
  const box = byId("box");
  const top = state.order.indexOf(state.current) * ROW_PX;
  const room = box.clientHeight - 2 * ROW_PX;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top > box.scrollTop + room) box.scrollTop = top - room;
  drawRows();
}

async function openDetail(row) {
  state.current = row;
  state.isOpen = true;
  const details = await detailsAt(row);
  if (state.current !== row || !state.isOpen) return;
  drawDetail(details ?? fieldsOf(row));
  byId("detail").hidden = false;
  reveal();
}

function closeDetail() {
  state.isOpen = false;
  byId("detail").hidden = true;
  drawRows();
}

const unpacked = new Map();

/** The details of a row, if they are within the output; a block of them is unpacked when it is first needed. */
async function detailsAt(row) {
  const block = Math.floor(row / table.perBlock);
  if (detailBlocks[block] === undefined) return undefined;
  if (!unpacked.has(block)) unpacked.set(block, inflated(detailBlocks[block]));
  return (await unpacked.get(block))[row % table.perBlock];
}

/** A row whose details would make the output too large: its cells, and where the rest is. */
function fieldsOf(row) {
  const filled = table.columns.filter(({ words }) => words[row] !== "");
  return {
    title: filled.find(({ look }) => look === "name")?.words[row] ?? `Row ${row + 1}`,
    blocks: [{ kind: "facts", facts: filled.map(({ title, words }) => ({ name: title, words: words[row] })) }],
    code: table.codes?.[row],
    note: "The whole text of this row would make the output too large; the first rows have theirs.",
  };
}
