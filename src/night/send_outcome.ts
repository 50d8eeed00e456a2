/** What an attempt to send a message came to. */
export type SendOutcome =
  | { readonly state: "delivered" }
  /** The target took nothing: sent again after a pause, or only at the next start where a pause would not help. */
  | {
    readonly state: "not_taken";
    readonly problem: string;
    readonly again: "soon" | "next_start";
    /** Wait that the target asked for, in milliseconds. */
    readonly askedMs?: number | undefined;
  }
  /** The target refuses this message: it is not sent again. */
  | { readonly state: "refused"; readonly problem: string }
  /** The target may have taken it: it is not sent again. */
  | { readonly state: "doubtful"; readonly problem: string };
