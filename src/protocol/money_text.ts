/** Signs of the currencies that a sentence writes with one; of others it writes the code. */
const SIGNS: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };

/**
 * An amount of money as a sentence shows it: `$809.5bn`, `-$0.06bn`, `CHF 159.54`; of no currency as it is.
 * @param amount Digits with their size, like `-0.06bn`.
 * @param currency ISO 4217 code, or empty.
 */
export function moneyText(amount: string, currency: string): string {
  const sign = SIGNS[currency] ?? (currency === "" ? "" : `${currency} `);
  return amount.startsWith("-") ? `-${sign}${amount.slice(1)}` : `${sign}${amount}`;
}

/** The currency of an amount as {@linkcode moneyText} shows it; absent where it shows none. */
export function currencyOf(shown: string): string | undefined {
  const [, sign = ""] = /^-?(\D+?) ?\d/.exec(shown) ?? [];
  return Object.keys(SIGNS).find((code) => SIGNS[code] === sign) ?? /^[A-Z]{3}$/.exec(sign)?.[0];
}
