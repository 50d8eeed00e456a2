/**
 * Sentences about prices, measures and comparisons worded by hand, before the check was tried on any of them: `+` is true
 * and `-` false of the made history as of 2017-12-29. The figures were worked out from its closes, those of
 * risk and value are as the sample's answers have them.
 */
const TUNED = `
+ Apple's stock closed at $169.23 on December 29, 2017.
- Apple's stock closed at $196.23 on December 29, 2017.
+ Shares of Apple gained 46% in 2017.
- Shares of Apple gained 64% in 2017.
+ AAPL rose 9.9% in June 2017.
- AAPL fell 9.9% in June 2017.
+ Apple shares finished June 30, 2017 at $156.04.
- Apple shares finished June 30, 2017 at $165.04.
+ The stock of Microsoft returned 40.7% in 2017.
- The stock of Microsoft returned 14.7% in 2017.
+ Amazon was up 56% in 2017.
- Amazon was down 56% in 2017.
+ IBM shares lost 4% in 2017.
- IBM shares lost 14% in 2017.
+ AAPL's beta is 1.10.
- AAPL's beta is 0.83.
+ Apple trades at a P/E of 18.
- Apple trades at a P/E of 28.
+ Apple's market capitalization is about $867 billion.
- Apple's market capitalization is about $567 billion.
+ Apple's volatility is 18.8% a year.
- Apple's volatility is 38.8% a year.
+ Apple has a price-to-book ratio of 6.3.
- Apple has a price-to-book ratio of 3.5.
+ Over the past year Apple's deepest drawdown was 12.4%.
- Over the past year Apple's deepest drawdown was 42.4%.
+ Amazon rose more than IBM in 2017.
- Amazon rose less than IBM in 2017.
+ IBM is less volatile than Amazon.
- IBM is more volatile than Amazon.
+ Adobe gained 70.2% in 2017, while XRX gained 31%.
- Adobe gained 70.2% in 2017, while XRX gained 13%.
+ Apple shares fell 0.4% in December 2017.
- Apple shares rose 0.4% in December 2017.
+ Apple rose in 2016.
- Apple fell in 2016.
+ Apple's momentum is 45.4%.
- Apple's momentum is 15.4%.
+ Among AAPL, MSFT and IBM, MSFT has the highest beta.
- Among AAPL, MSFT and IBM, IBM has the highest beta.
`;

/** Not looked at while the check was improved. */
const HELD_OUT = `
+ On 30 June 2017 AAPL closed at 156.04 dollars.
- On 30 June 2017 AAPL closed at 136.04 dollars.
+ Apple's share price climbed 33% during 2016.
- Apple's share price climbed 13% during 2016.
+ Apple stock has risen by 46.1% since the end of 2016.
- Apple stock has fallen by 46.1% since the end of 2016.
+ Xerox shares dropped 11.8% in the fourth quarter of 2017.
- Xerox shares jumped 11.8% in the fourth quarter of 2017.
+ With a beta of 1.10, Apple moves more than the market.
- With a beta of 2.38, Apple moves more than the market.
+ At 18 times earnings, Apple is valued at $867.5 billion.
- At 18 times earnings, Apple is valued at $467.5 billion.
+ Apple's earnings yield stands at 5.6%.
- Apple's earnings yield stands at 8.6%.
+ Adobe was the best performer of AAPL, ADBE and IBM in 2017.
- IBM was the best performer of AAPL, ADBE and IBM in 2017.
+ Microsoft outperformed IBM in 2017.
- Microsoft underperformed IBM in 2017.
+ The 12-month return of IBM was -4.0%.
- The 12-month return of IBM was 14.0%.
`;

/** A sentence, and whether it is so. */
export interface HandSentence {
  readonly isTrue: boolean;
  readonly text: string;
}

function sentencesIn(lines: string): readonly HandSentence[] {
  return lines.trim().split("\n").map((line) => ({ isTrue: line.startsWith("+"), text: line.slice(2) }));
}

/** Sentences that the check was improved on. */
export const TUNED_PRICES: readonly HandSentence[] = sentencesIn(TUNED);
/** Sentences that it was not. */
export const HELD_OUT_PRICES: readonly HandSentence[] = sentencesIn(HELD_OUT);
