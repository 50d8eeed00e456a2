import { phraseRows } from "./phrase.ts";

/** Sentences about a session. */
export const SESSION_PHRASES = phraseRows(`
  session.traded: {ticker} traded {session_value} in the session of {as_of}, at a volume-weighted average price of {session_vwap}.
  session.volatility: {ticker}'s realised volatility in the session of {as_of} was {session_volatility} ({session_step}-minute returns).
`);
