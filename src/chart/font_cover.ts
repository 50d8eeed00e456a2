/** The characters of the shipped fonts; `font/README.md` has the same ranges. */
const COVERED =
  /^[\u0020-\u007e\u00a0-\u017f\u0192\u0218-\u021b\u02c6\u02da\u02dc\u0394\u03a9\u03bc\u03c0\u1e9e\u2010-\u2027\u202f-\u203a\u2044\u2070-\u2079\u20a0-\u20bf\u2116\u2122\u2150-\u215e\u2190-\u2199\u2202\u2206\u2211\u2212\u2215\u221a\u221e\u2248\u2260\u2264\u2265\u25a0\u25b2\u25bc\u25cf\ufffd]*$/;

/** Whether a picture can draw a text; other characters are boxes in a PNG. */
export function isDrawable(text: string): boolean {
  return COVERED.test(text);
}
