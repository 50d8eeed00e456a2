import type { InsiderRole } from "../records.ts";
import type { Separator } from "../../text/csv_record.ts";

/** How tables of trades name their columns, in lower case and without other characters than letters and digits. */
const SPELLINGS = {
  ticker: ["ticker", "symbol", "issuertradingsymbol", "tradingsymbol", "issuerticker"],
  issuer: ["issuername", "issuer", "company", "companyname"],
  issuerCik: ["issuercik", "companycik"],
  person: ["reportingowner", "reportingownername", "rptownername", "owner", "ownername", "insider", "insidername"],
  personCik: ["reportingownercik", "rptownercik", "ownercik", "insidercik"],
  role: ["position", "relationship", "rptownerrelationship", "role", "title", "officertitle", "insidertitle"],
  day: ["transactiondate", "transdate", "tradedate"],
  code: ["transactioncode", "transcode"],
  shares: ["shares", "transactionshares", "transshares"],
  price: ["price", "transactionprice", "transactionpricepershare", "transpricepershare", "pricepershare"],
  way: ["acquireddisposed", "transactionacquireddisposedcode", "transacquireddispcd", "acquireddisposedcode"],
  held: ["sharesafter", "sharesownedfollowingtransaction", "shrsownedfolwngtrans", "sharesowned", "sharesheld"],
  filed: ["filed", "filingdate", "filedate", "datefiled", "filedasofdate"],
  accession: ["accession", "accessionnumber", "accessionno"],
  planned: ["aff10b5one", "planned", "is10b51", "rule10b51"],
  form: ["form", "formtype", "documenttype", "submissiontype"],
  amends: ["dateoforiginalsubmission", "dateoforigsub", "amends"],
  derivative: ["isderivative", "derivative"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A column of a table of trades. */
export type TradeColumn = keyof typeof SPELLINGS;

/** Without these a table is none of trades. */
const NEEDED: readonly TradeColumn[] = ["day", "code", "shares"];

/** Where the columns of a table are. */
export type TradeColumns = Readonly<Partial<Record<TradeColumn, number>>>;

/**
 * The columns of a header.
 * @returns `undefined` where it is none of a table of trades.
 */
export function tradeColumns(header: readonly string[]): TradeColumns | undefined {
  const names = header.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const found: Partial<Record<TradeColumn, number>> = {};
  for (const column of Object.keys(SPELLINGS) as TradeColumn[]) {
    const spellings: readonly string[] = SPELLINGS[column];
    const at = spellings.map((one) => names.indexOf(one)).find((one) => one >= 0);
    if (at !== undefined) found[column] = at;
  }
  const hasWhose = found.ticker !== undefined || found.issuer !== undefined || found.issuerCik !== undefined;
  return hasWhose && NEEDED.every((column) => found[column] !== undefined) ? found : undefined;
}

const SEPARATORS: readonly Separator[] = [",", ";", "\t", "|"];

/** What separates the cells of a header with such columns; `undefined` where nothing does. */
export function tradeSeparator(line: string): Separator | undefined {
  const cellsOf = (separator: Separator) => line.replace(/^\uFEFF/, "").split(separator);
  return SEPARATORS.find((separator) => tradeColumns(cellsOf(separator)) !== undefined);
}

/** Words of a position by what they say; a title of another kind is an officer's. */
const ROLE_WORDS: readonly (readonly [InsiderRole, RegExp])[] = [
  ["ten_percent", /\b(?:10|ten) ?(?:%|percent|per cent)|\b10 ?pct\b|tenpercent|beneficial owner/i],
  ["director", /\bdir(?:ector)?\b/i],
  ["officer", /\bofficer\b/i],
  ["other", /^other\b/i],
];
const NO_ROLE = /^(?:-|none|n\/a|nan|null)?$/i;

/** What the position of a person says; nothing where it is empty, which is often a director's. */
export function rolesIn(position: string): readonly InsiderRole[] {
  const text = position.trim();
  if (NO_ROLE.test(text)) return [];
  const said = ROLE_WORDS.filter(([, words]) => words.test(text)).map(([role]) => role);
  const roles: readonly InsiderRole[] = said.length === 0 ? ["officer"] : said;
  return (["officer", "director", "ten_percent", "other"] as const).filter((role) => roles.includes(role));
}
