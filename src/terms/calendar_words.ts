import { anyOf } from "./fold.ts";

/** A unit of time that a question counts in. */
export type Unit = "day" | "week" | "month" | "quarter" | "year";

/** Names of the months in English, German, French, Spanish, Italian and Portuguese, without accents. */
const MONTH_NAMES: readonly string[] = ("january januar janner janvier enero gennaio janeiro, " +
  "february februar fevrier febrero febbraio fevereiro, march marz maerz mars marzo marco, " +
  "april avril abril aprile, may mai mayo maggio maio, june juni juin junio giugno junho, " +
  "july juli juillet julio luglio julho, august aout agosto, " +
  "september septembre septiembre settembre setembro, october oktober octobre octubre ottobre outubro, " +
  "november novembre noviembre novembro, december dezember decembre diciembre dicembre dezembro").split(", ");

/** Short forms, which are read beside a number only. */
const MONTH_SHORT: readonly string[] =
  ("jan janv ene gen, feb febr fev fevr, mar mrz, apr avr abr, mai, jun giu, jul juil lug, aug ago, " +
    "sep sept, oct okt ott, nov, dec dez dic").split(", ");

const byName = numbered(MONTH_NAMES);
const byShort = new Map([...numbered(MONTH_SHORT), ...byName]);

/** A pattern of a month's full name, and of any of its names. */
export const FULL_MONTH = anyOf(byName.keys());
export const ANY_MONTH = anyOf(byShort.keys());

/** The month of a name, January 1. */
export function monthOf(name: string): number {
  return byShort.get(name) ?? 0;
}

function numbered(lines: readonly string[]): Map<string, number> {
  return new Map(lines.flatMap((line, at) => line.split(" ").map((word) => [word, at + 1] as const)));
}

const UNIT_WORDS: Readonly<Record<Unit, string>> = {
  day: "day days tag tage tagen jour jours dia dias giorno giorni",
  week: "week weeks woche wochen semaine semaines semana semanas settimana settimane",
  month: "month months monat monats monate monaten mois mes meses mese mesi",
  quarter: "quarter quarters quartal quartale quartalen trimestre trimestres trimestri",
  year: "year years jahr jahre jahren jahres an ans annee annees ano anos anno anni",
};

const units = new Map(
  (Object.entries(UNIT_WORDS) as [Unit, string][]).flatMap(([unit, words]) =>
    words.split(" ").map((word) => [word, unit] as const)
  ),
);

/** A pattern of a unit of time. */
export const UNIT = anyOf(units.keys());

/** The unit of a word. */
export function unitNamed(word: string): Unit {
  return units.get(word) ?? "day";
}

const COUNTS: readonly string[] =
  ("a an one ein eine einem einer un une uno una um uma, two couple zwei deux dos due dois duas, " +
    "three drei trois tres tre, four vier quatre cuatro quattro quatro, five funf cinq cinco cinque, " +
    "six sechs seis sei, seven sieben sept siete sette sete, eight acht huit ocho otto oito, " +
    "nine neun neuf nueve nove, ten zehn dix diez dieci dez, eleven elf onze once undici, " +
    "twelve zwolf douze doce dodici doze").split(", ");

const counts = numbered(COUNTS);

/** Counts in words from two on; the first row are articles too. */
export const COUNT_WORDS = [...counts.keys()].filter((word) => counts.get(word) !== 1 && word !== "couple");

/** A pattern of a count, in figures or words. */
export const COUNT = `\\d{1,4}|${anyOf(counts.keys())}`;

/** The number of a count. */
export function countNamed(word: string): number {
  return counts.get(word) ?? Number(word);
}

/** A year of four figures, or of two: "49" is 2049, "50" is 1950. */
export function yearNamed(text = ""): number {
  const number = Number(text.replace("'", ""));
  return number >= 100 ? number : number + (number > 49 ? 1900 : 2000);
}

const ORDINALS: readonly string[] = [
  "first 1st 1. 1er erste erstes ersten premier primer primero primo primeiro",
  "second 2nd 2. zweite zweites zweiten deuxieme segundo secondo",
  "third 3rd 3. dritte drittes dritten troisieme tercer terzo terceiro",
  "fourth 4th 4. vierte viertes vierten quatrieme cuarto quarto last",
];

const ordinals = numbered(ORDINALS);

/** A pattern of first to fourth. */
export const ORDINAL = anyOf([...ordinals.keys()].map((word) => word.replace(".", "\\.")));

/** The number of an ordinal, 1 to 4. */
export function ordinalNamed(word: string): number {
  return ordinals.get(word) ?? 0;
}

/** Days of the week, Monday first. */
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
