/** Domains without data yet, each with the reason shown. */
export const SILENT_DOMAINS: readonly { readonly name: string; readonly abstains: string }[] = [
  { name: "quality", abstains: "no financial statements are read yet" },
  { name: "value", abstains: "no financial statements are read yet" },
  { name: "events", abstains: "no earnings dates are read yet" },
  { name: "insider", abstains: "no insider filings are read yet" },
  { name: "text", abstains: "no filings, transcripts or news are read yet" },
];
