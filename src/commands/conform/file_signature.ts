/** How the content of a kind of file begins. */
export interface Signature {
  /** Like `a PNG image`. */
  readonly name: string;
  begins(bytes: Uint8Array): boolean;
}

const SHOWN_BYTES = 16;

/** By the end of the filename; a text of one of these is neither a web page nor JSON nor base64 around it. */
const SIGNATURES: readonly (Signature & { readonly ends: RegExp })[] = [
  { ends: /\.png$/i, name: "a PNG image", begins: startsWith("\x89PNG\r\n\x1a\n") },
  { ends: /\.jpe?g$/i, name: "a JPEG image", begins: startsWith("\xff\xd8\xff") },
  { ends: /\.gif$/i, name: "a GIF image", begins: startsWith("GIF8") },
  { ends: /\.pdf$/i, name: "a PDF", begins: startsWith("%PDF-") },
  { ends: /\.(?:xlsx|docx|zip)$/i, name: "a ZIP archive", begins: startsWith("PK") },
  {
    ends: /\.svg$/i,
    name: "an SVG image",
    begins: (bytes) => /^\ufeff?\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(head(bytes)),
  },
  { ends: /\.json$/i, name: "JSON", begins: (bytes) => /^\s*[[{"\dtfn-]/.test(head(bytes)) },
  {
    ends: /\.(?:csv|tsv|txt)$/i,
    name: "a table or a text, not a web page or an object",
    begins: (bytes) => !/^\ufeff?\s*(?:<!doctype|<html|\{)/i.test(head(bytes)),
  },
];

/** How the content of a file of this name begins; undefined for other names. */
export function signatureOf(filename: string): Signature | undefined {
  return SIGNATURES.find(({ ends }) => ends.test(filename));
}

/** The first bytes, as a text when they are one. */
export function firstBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return "nothing";
  const text = head(bytes);
  if (/^[\t\n\r -~]*$/.test(text)) return JSON.stringify(text);
  return Array.from(bytes.subarray(0, SHOWN_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

function startsWith(start: string): Signature["begins"] {
  return (bytes) => Array.from(start).every((char, at) => bytes[at] === char.charCodeAt(0));
}

function head(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 200));
}
