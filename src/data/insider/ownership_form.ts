import type { XmlElement, XmlHandler } from "../filings/xml_events.ts";
import type { InsiderRole } from "../records.ts";

/** Somebody who reports. */
export interface ReportingOwner {
  readonly cik: string;
  readonly name: string;
  readonly roles: readonly InsiderRole[];
}

/** A row of the table that is not of derivatives, as it is written; an empty text where it is missing. */
export interface FormRow {
  readonly day: string;
  readonly code: string;
  readonly shares: string;
  readonly price: string;
  /** `A` acquired, `D` disposed of. */
  readonly way: string;
  readonly held: string;
}

/** A Form 3, 4 or 5, as it is written. */
export interface OwnershipForm {
  /** Like `4` or `4/A`. */
  readonly type: string;
  readonly period: string;
  /** Day on which the amended form was filed. */
  readonly amends: string;
  readonly issuer: { readonly cik: string; readonly name: string; readonly ticker: string };
  readonly owners: readonly ReportingOwner[];
  /** `0`, `1`, `false` or `true`; empty before April 2023. */
  readonly planned: string;
  readonly signed: string;
  /** Those of transactions; holdings are none. */
  readonly rows: readonly FormRow[];
}

const ROOT = "ownershipDocument";
const ROW = `${ROOT}/nonDerivativeTable/nonDerivativeTransaction`;
const OWNER = `${ROOT}/reportingOwner`;
const RELATION = `${OWNER}/reportingOwnerRelationship`;
const ROLES = {
  isOfficer: "officer",
  isDirector: "director",
  isTenPercentOwner: "ten_percent",
  isOther: "other",
} as const satisfies Record<string, InsiderRole>;

/**
 * Collects the form while its XML is read. Only elements in their own place count, so that nothing else, like a script,
 * a footnote or a table of derivatives, adds to a row.
 */
export class OwnershipFormReader implements XmlHandler {
  readonly #path: string[] = [];
  readonly #texts: string[] = [];
  readonly #fields = new Map<string, string>();
  readonly #owners: ReportingOwner[] = [];
  readonly #rows: FormRow[] = [];

  open({ local }: XmlElement): void {
    this.#path.push(local);
    this.#texts.push("");
  }

  text(piece: string): void {
    const last = this.#texts.length - 1;
    if (last >= 0) this.#texts[last] += piece;
  }

  close(): void {
    const path = this.#path.join("/");
    const text = this.#texts.pop()?.trim() ?? "";
    this.#path.pop();
    if (!this.#fields.has(path)) this.#fields.set(path, text);
    if (path === ROW) this.#rows.push(this.#row());
    if (path === OWNER) this.#owners.push(this.#owner());
    if (path === ROW || path === OWNER) this.#forget(path);
  }

  /** The form; `undefined` where the text is another document. */
  form(): OwnershipForm | undefined {
    if (!this.#fields.has(ROOT)) return undefined;
    return {
      type: this.#at(`${ROOT}/documentType`),
      period: this.#at(`${ROOT}/periodOfReport`),
      amends: this.#at(`${ROOT}/dateOfOriginalSubmission`),
      issuer: {
        cik: this.#at(`${ROOT}/issuer/issuerCik`),
        name: this.#at(`${ROOT}/issuer/issuerName`),
        ticker: this.#at(`${ROOT}/issuer/issuerTradingSymbol`),
      },
      owners: this.#owners,
      planned: this.#at(`${ROOT}/aff10b5One`),
      signed: this.#at(`${ROOT}/ownerSignature/signatureDate`),
      rows: this.#rows,
    };
  }

  #at(path: string): string {
    return this.#fields.get(path) ?? "";
  }

  #row(): FormRow {
    const amount = (name: string) => this.#at(`${ROW}/transactionAmounts/${name}/value`);
    return {
      day: this.#at(`${ROW}/transactionDate/value`),
      code: this.#at(`${ROW}/transactionCoding/transactionCode`),
      shares: amount("transactionShares"),
      price: amount("transactionPricePerShare"),
      way: amount("transactionAcquiredDisposedCode"),
      held: this.#at(`${ROW}/postTransactionAmounts/sharesOwnedFollowingTransaction/value`),
    };
  }

  #owner(): ReportingOwner {
    const roles = Object.entries(ROLES).filter(([name]) => isYes(this.#at(`${RELATION}/${name}`)));
    return {
      cik: this.#at(`${OWNER}/reportingOwnerId/rptOwnerCik`),
      name: this.#at(`${OWNER}/reportingOwnerId/rptOwnerName`),
      roles: roles.map(([, role]) => role),
    };
  }

  #forget(path: string): void {
    for (const field of this.#fields.keys()) {
      if (field === path || field.startsWith(`${path}/`)) this.#fields.delete(field);
    }
  }
}

/** Whether a flag is set: forms write `1`, newer ones `true`. */
export function isYes(text: string): boolean {
  return /^(?:1|true|y|yes)$/i.test(text.trim());
}

/** Whether a flag is there and not set. */
export function isNo(text: string): boolean {
  return /^(?:0|false|n|no)$/i.test(text.trim());
}
