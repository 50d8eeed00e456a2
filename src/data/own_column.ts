/** The numbers of one column of a caller's own table about one company, in ascending order of the day they were known. */
export interface OwnColumn {
  /** Table and column, like `scores.my_factor`. */
  readonly name: string;
  readonly ticker: string;
  /** Days from which the values are known, in days since 1 January 1970: the date of the row and the lag of the column. */
  readonly known: Int32Array;
  /** Days of the rows themselves, of the same length. */
  readonly days: Int32Array;
  /** Of the same length; never `NaN`. */
  readonly values: Float64Array;
  /** `id` of the source it was read from. */
  readonly source: string;
  /** Present where its owner gave a sign: then it is scored. */
  readonly sign?: 1 | -1;
}
