import { phraseRows } from "./phrase.ts";

/** Sentences about a session. */
export const SESSION_PHRASES = phraseRows(`
  session.traded: In the session of {as_of} {ticker} was traded for {session_value}, at a volume-weighted average price of {session_vwap}.
  session.volatility: Within the session of {as_of} {ticker}'s realised volatility was {session_volatility}, from returns of {session_step} minutes.
`);
