import { resolve } from "node:path";
import { type Certificate, CertificateError, readCertificate } from "../door/certificate.ts";
import type { ListenOptions } from "../door/listen.ts";
import { InputError } from "../protocol/errors.ts";
import { type Reader, wrongValue } from "./flag_values.ts";
import type { FlagsOf, FlagTable } from "./flags.ts";
import type { Host } from "./host.ts";

const DEFAULT_PORT = 8787;

const port: Reader<number> = (text, flag) => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw wrongValue(flag, text, "it is not a number from 0 to 65535");
};

const publicUrl: Reader<URL> = (text, flag) => {
  const url = URL.parse(text);
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (isPlain && /^https?:$/.test(url.protocol)) return url;
  throw wrongValue(flag, text, "it is not an address like https://research.example");
};

/** Flags of where `serve` listens, and as what. */
export const ADDRESS_FLAGS = {
  "port": { value: "N", read: port, help: `port (${DEFAULT_PORT}); 0 takes any free one` },
  "host": { value: "ADDR", help: "address to listen on (127.0.0.1); 0.0.0.0 is every address of this machine" },
  "public-url": {
    value: "URL",
    read: publicUrl,
    help: "address that callers use, where a proxy stands before the port",
  },
  "cert": { value: "FILE", help: "certificate in PEM, to serve TLS without a proxy" },
  "tls-key": { value: "FILE", help: "private key of the certificate, in PEM" },
} as const satisfies FlagTable;

/** The flags as they were given. */
export type AddressFlags = Partial<FlagsOf<typeof ADDRESS_FLAGS>>;

/** Where to listen, and what to say of the certificate. */
export interface ServeAddress {
  readonly options: Pick<ListenOptions, "port" | "hostname" | "publicUrl" | "certificate">;
  readonly notes: readonly string[];
}

/**
 * Reads where to serve.
 * @throws {InputError} when the certificate or its key cannot be used, or only one of them is given.
 */
export function serveAddress(flags: AddressFlags, host: Pick<Host, "folder" | "readText" | "clock">): ServeAddress {
  const { port = DEFAULT_PORT, host: hostname, publicUrl, cert, tlsKey: key } = flags;
  const options = { port, hostname, publicUrl };
  if (cert === undefined && key === undefined) return { options, notes: [] };
  if (cert === undefined) throw new InputError(`Cannot use --tls-key ${key}: --cert is missing`);
  if (key === undefined) throw new InputError(`Cannot use --cert ${cert}: --tls-key is missing`);
  const files = { cert, key };
  const certificate = { cert: textOf("--cert", cert, host), key: textOf("--tls-key", key, host) };
  return { options: { ...options, certificate }, notes: [noteOf(certificate, { files, now: host.clock.now() })] };
}

interface Checked {
  /** Names of the two files. */
  readonly files: Certificate;
  readonly now: Date;
}

/** Says for whom a certificate is and until when; a certificate that ended is used, and told. */
function noteOf(certificate: Certificate, { files, now }: Checked): string {
  try {
    const { names, until } = readCertificate(certificate);
    const day = until.toISOString().slice(0, 10);
    return `Certificate: ${names}; ${until < now ? `ENDED on ${day}, callers will refuse it` : `until ${day}`}`;
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    const flag = error.part === "cert" ? "--cert" : "--tls-key";
    throw new InputError(`Cannot use ${flag} ${files[error.part]}: ${error.message}`, { cause: error });
  }
}

function textOf(flag: string, file: string, { folder, readText }: Pick<Host, "folder" | "readText">): string {
  const text = readText(resolve(folder, file));
  if (text === undefined) throw new InputError(`Cannot use ${flag} ${file}: there is no such file that may be read`);
  return text;
}
