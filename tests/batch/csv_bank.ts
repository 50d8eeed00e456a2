import { BROKER_FILES } from "./csv_bank_brokers.ts";
import { CASH_FILES } from "./csv_bank_cash.ts";
import type { NastyFile } from "./csv_bank_file.ts";
import { HEADER_FILES } from "./csv_bank_headers.ts";
import { HEADERLESS_FILES } from "./csv_bank_headerless.ts";
import { ROW_FILES } from "./csv_bank_rows.ts";
import { TEXT_FILES } from "./csv_bank_texts.ts";

/** All difficult files. */
export const NASTY_FILES: readonly NastyFile[] = [
  ...TEXT_FILES,
  ...HEADER_FILES,
  ...ROW_FILES,
  ...BROKER_FILES,
  ...CASH_FILES,
  ...HEADERLESS_FILES,
];
