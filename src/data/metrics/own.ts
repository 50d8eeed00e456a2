import { metricRows } from "./metric_row.ts";

const SHOWN = "shown with six significant digits";

/** Fewest other companies among which a value has a place. */
export const LEAST_OTHERS = 8;
/** Fewest companies, the one itself included, among which a column with a sign is scored. */
export const LEAST_COMPARED = 8;
/** Columns of which a thesis tells one by one; further ones are counted. */
export const MOST_COLUMNS = 3;

/** What the columns with a sign say together, as one family beside the others. */
export const OWN_SCORE_METRICS = metricRows(`
  all: shelf own
  own_view: ratio 2 + | the mean, over the columns of own tables that carry a sign, of sign times (2 percentile - 1) of the newest value known by the day of the view among those of all companies of the data, at least eight
  score_own: score 2 | 2 percentile - 1 of own_view
    head your own data
`);

/** What is said of columns of a caller's own tables: each is of a column, or of its rows of a span, by a key like `OwnKey`. */
export const OWN_METRICS = metricRows(`
  all: shelf own | of own
  own_name: name 0 | the table and the column, in letters a to z, digits and underscores
  own_value: ratio 0 | the value of the newest row that is known by the day of the view, of a span of those in it; ${SHOWN}
  own_day: date 0 | the day of that row
  own_known: date 0 | the day from which that row is known: its own, and the lag of its column
  own_before: ratio 0 | the value of the row before that one, of a span of the first row in it; ${SHOWN}
  own_before_day: date 0 | the day of that earlier row
  own_change: ratio 0 | own_value - own_before; ${SHOWN}
  own_low: ratio 0 | the lowest value of the rows of a span; ${SHOWN}
  own_high: ratio 0 | the highest value of the rows of a span; ${SHOWN}
  own_rows: count 0 | the rows of a span that are known by the day of the view
  own_above: fraction 0 | the share of the other companies of the data with a value known by the day of the view whose newest value is lower; of at least eight others, and no span
  own_others: count 0 | the number of these other companies, at least eight
  own_span: name 0 | the first and the last day of the span
  own_view_day: date 0 | the day of the view
  own_more: name 0 | how many columns of own tables have a value of the company known by the day of the view, beyond three
  own_lack: word 0 | none where no row of the company is known by the day of the view; span where none of those is in the span
  own_order: word 0 | descending where no company has more in the column than the one named before it, and none left out more than the last; ascending the other way round
`);
