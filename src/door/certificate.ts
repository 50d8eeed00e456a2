import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { ResearchError } from "../protocol/errors.ts";

/** A certificate and its private key, as texts in PEM. */
export interface Certificate {
  /** The certificate, then those that lead to its issuer. */
  readonly cert: string;
  readonly key: string;
}

/** What a certificate says. */
export interface CertificateFacts {
  /** Like `DNS:research.example, IP Address:10.0.0.5`. */
  readonly names: string;
  /** When it ends. */
  readonly until: Date;
}

/** A certificate or key that cannot be used. */
export class CertificateError extends ResearchError {
  override readonly name = "CertificateError";
  /** Which of the two is wrong. */
  readonly part: keyof Certificate;

  /** `state` completes the sentence "Cannot use ...: it ...". */
  constructor(part: keyof Certificate, state: string, options?: ErrorOptions) {
    super(state, options);
    this.part = part;
  }
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----/;

/**
 * Checks a certificate before it is used: the server would report it only to each caller.
 *
 * @throws {CertificateError} when one of the two is not what it should be, or they do not belong together.
 */
export function readCertificate({ cert, key }: Certificate): CertificateFacts {
  if (!PEM_CERTIFICATE.test(cert)) throw new CertificateError("cert", "it holds no certificate in PEM");
  const read = parsed("cert", "its certificate is damaged", () => new X509Certificate(cert));
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(key)) {
    throw new CertificateError("key", "it is encrypted; openssl pkey -in FILE -out NEW writes it without a passphrase");
  }
  const own: KeyObject = parsed("key", "it holds no private key in PEM", () => createPrivateKey(key));
  if (!read.checkPrivateKey(own)) throw new CertificateError("key", "it is not the key of the certificate");
  return { names: read.subjectAltName ?? read.subject, until: new Date(read.validTo) };
}

function parsed<T>(part: keyof Certificate, state: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new CertificateError(part, state, { cause });
  }
}
