/** A number that identifies a security. */
export interface SecurityNumber {
  readonly kind: "cusip" | "isin";
  /** As written in the request. */
  readonly text: string;
}

/** Recognises a CUSIP or an ISIN by its shape and check digit. */
export function readSecurityNumber(text: string): SecurityNumber | undefined {
  if (isCusip(text.toUpperCase())) return { kind: "cusip", text };
  return isIsin(text.toUpperCase()) ? { kind: "isin", text } : undefined;
}

/** Nine characters, the last a modulus 10 double-add-double check digit (ANSI X9.6). */
function isCusip(text: string): boolean {
  if (!/^(?=.*\d.*\d)[0-9A-Z*@#]{8}\d$/.test(text)) return false;
  const sum = [...text.slice(0, 8)].reduce((total, sign, at) => {
    const value = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#".indexOf(sign);
    const weighted = at % 2 === 0 ? value : 2 * value;
    return total + Math.floor(weighted / 10) + weighted % 10;
  }, 0);
  return (10 - sum % 10) % 10 === Number(text.at(-1));
}

/** A country code, nine characters and a Luhn check digit, with letters read as two digits (ISO 6166). */
function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[0-9A-Z]{9}\d$/.test(text)) return false;
  const digits = [...text].map((sign) => parseInt(sign, 36)).join("");
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
