/**
 * Shapes of sentences about filed figures, as an analyst's note, a press release, a chat answer and a list of points have
 * them. They were written without a look at how the check reads.
 *
 * `{C}` the company, `{C's}` of it, `{I}` the item, `{V}` its amount, `{V0}` that of the year before, `{D}` by how much it
 * changed, `{G}` the change in per cent, `{P}` the period, `{P0}` the one a year before, `{rose}`, `{up}`, `{a rise}` and
 * `{rising}` which way. A capital first letter of a name in braces asks for one.
 */
export type Kind = "level" | "growth" | "both" | "way" | "bound" | "margin" | "share" | "per_share" | "balance";

/** Shapes by what they say. */
export const TEMPLATES: Readonly<Record<Kind, readonly string[]>> = {
  level: [
    "{C} reported {I} of {V} for {P}.",
    "{C's} {I} came to {V} in {P}.",
    "In {P}, {C's} {I} totaled {V}.",
    "{I^} at {C} amounted to {V} in {P}.",
    "- {C}, {P}: {I} {V}",
    "* {I^} of {V} in {P} ({C})",
    "{C} ended {P} with {I} of {V}.",
    "For {P}, {C} posted {V} in {I}.",
    "With {I} of {V}, {C} closed the books on {P}.",
    "You asked about {C}: its {I} was {V} in {P}.",
    "{C's} {I} in {P} was {V}, according to its filing.",
    "According to the annual report, {C} had {I} of {V} in {P}.",
    "{P^} {I} at {C}: {V}.",
    "{C's} {P} {I} was {V}.",
    "{V}: that was {C's} {I} in {P}.",
    "{C} generated {V} of {I} in {P}.",
    "| {C} | {I} | {P} | {V} |",
  ],
  growth: [
    "{C's} {I} {rose} {G} in {P}.",
    "In {P}, {I} at {C} {rose} by {G} from a year earlier.",
    "{C} saw its {I} {rise} {G} year over year in {P}.",
    "{C's} {I} was {up} {G} in {P} compared with {P0}.",
    "{I^} {rose} {G} at {C} in {P}.",
    "- {C} {I}, {P}: {up} {G} y/y",
    "{C} recorded {a rise} of {G} in {I} for {P}.",
    "{C's} {P} {I} {rose} {G} against {P0}.",
    "A {G} {noun} in {I} marked {P} for {C}.",
    "{I^} growth at {C}: {up} {G} in {P}.",
  ],
  both: [
    "{C's} {I} {rose} {G} to {V} in {P}.",
    "{C} reported {I} of {V} in {P}, {up} {G} from {P0}.",
    "{I^} {rose} to {V} at {C} in {P} from {V0} a year earlier.",
    "In {P}, {C} earned {I} of {V}, compared with {V0} in {P0}.",
    "{C's} {I} {rose} from {V0} in {P0} to {V} in {P}.",
    "{C's} {I} was {V} in {P} and {V0} in {P0}.",
    "{C's} {I} {rose} by {D} to {V} in {P}.",
    "For {P} {C} showed {I} of {V} versus {V0} the year before, {a rise} of {G}.",
    "{P^} brought {C} {I} of {V}, {G} {more} than {P0}.",
    "* {C}: {I} {V} in {P} ({P0}: {V0})",
    "{C}, whose {I} had been {V0} in {P0}, reported {V} for {P}.",
    "At {V}, {C's} {I} in {P} was {G} {higher} than in {P0}.",
    "After {V0} in {P0}, {C's} {I} reached {V} in {P}.",
  ],
  way: [
    "{C's} {I} {rose} in {P}.",
    "{I^} {rose} at {C} in {P} compared with the year before.",
    "{C's} {I} {rose} to {V} in {P}.",
    "In {P} {C's} {I} {rose} from {P0}.",
    "{C's} {I} was {higher} in {P} than in {P0}.",
  ],
  bound: [
    "{C's} {I} came to {bound} {V} in {P}.",
    "{C} reported {I} of {bound} {V} for {P}.",
    "In {P}, {C} had {I} of {bound} {V}.",
    "{I^} at {C} was {bound} {V} in {P}.",
  ],
  margin: [
    "{C's} {M} was {G} in {P}.",
    "{C} had a {M} of {G} in {P}.",
    "In {P}, {C} worked at a {M} of {G}.",
    "{M^} at {C} came in at {G} for {P}.",
    "- {M^} ({C}, {P}): {G}",
    "{C's} {M} {rose} from {G0} in {P0} to {G} in {P}.",
    "At {G}, {C's} {M} in {P} {rose} by {points} from {P0}.",
    "{C's} {P} {M} of {G} compares with {G0} in {P0}.",
  ],
  share: [
    "{C} spent {G} of its revenue on {I} in {P}.",
    "{C's} {I} was {G} of revenue in {P}.",
    "In {P}, {I} took up {G} of {C's} sales.",
    "{I^} equal to {G} of revenue was booked by {C} in {P}.",
  ],
  per_share: [
    "{C} earned {V} per diluted share in {P}.",
    "Diluted earnings per share of {C} were {V} in {P}.",
    "{C's} diluted EPS came to {V} in {P}, against {V0} in {P0}.",
    "EPS (diluted) at {C}: {V} in {P}",
  ],
  balance: [
    "{C} had {I} of {V} at the end of {P}.",
    "At the end of {P}, {C's} {I} stood at {V}.",
    "{C's} {I} was {V} on {day}.",
    "As of {day}, {C} held {I} of {V}.",
    "{I^} of {C} {rose} to {V} at the end of {P} from {V0} a year before.",
    "- {I^}, {C}, {day}: {V}",
  ],
};
