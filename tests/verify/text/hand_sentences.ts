/**
 * Sentences worded by hand, before the check was tried on any of them: `+` is true and `-` false of the reports of Apple,
 * Alphabet, NVIDIA, Tesla and Snowflake as filed by June 2026. The words are our own; the figures are those of the filings.
 */
const TUNED = `
+ Apple took in $391.0 billion of revenue in fiscal 2024.
- Apple took in $412.6 billion of revenue in fiscal 2024.
+ Net sales at Apple edged up 2% in fiscal 2024, after shrinking by 2.8% the year before.
- Net sales at Apple edged up 6% in fiscal 2024, after shrinking by 2.8% the year before.
+ Apple's bottom line slipped to $93.7 billion in its 2024 fiscal year from $97.0 billion in 2023.
- Apple's bottom line climbed to $93.7 billion in its 2024 fiscal year from $97.0 billion in 2023.
+ For the year ended September 27, 2025, Apple reported net income of $112.0 billion.
- For the year ended September 27, 2025, Apple reported net income of $121.0 billion.
+ Diluted EPS at Apple came in at $7.46 for fiscal 2025, versus $6.08 a year earlier.
- Diluted EPS at Apple came in at $7.46 for fiscal 2025, versus $6.68 a year earlier.
+ Of every dollar of sales in fiscal 2024 Apple kept 46.2 cents as gross profit, a gross margin of 46.2%.
- Apple ended fiscal 2024 with a gross margin of 44.1%.
+ Apple's gross margin widened from 44.1% in fiscal 2023 to 46.2% in fiscal 2024.
- Apple's gross margin narrowed from 46.2% in fiscal 2023 to 44.1% in fiscal 2024.
+ Apple poured $31.4 billion into R&D during fiscal 2024, about 8% of revenue.
- Apple poured $41.4 billion into R&D during fiscal 2024.
+ Research and development swallowed 8.0% of Apple's revenue in fiscal 2024.
- Research and development swallowed 12.0% of Apple's revenue in fiscal 2024.
+ Apple handed $94.9 billion to shareholders through share repurchases in fiscal 2024.
- Apple handed $49.9 billion to shareholders through share repurchases in fiscal 2024.
+ Operating cash flow of $118.3 billion and capital expenditures of $9.4 billion left Apple with free cash flow of $108.8 billion in fiscal 2024.
- Operating cash flow of $118.3 billion and capital expenditures of $9.4 billion left Apple with free cash flow of $98.8 billion in fiscal 2024.
+ Apple's holiday quarter, the three months ended December 27, 2025, brought in revenue of $143.8 billion.
- Apple's holiday quarter, the three months ended December 27, 2025, brought in revenue of $153.8 billion.
+ In the first quarter of fiscal 2026 Apple earned $2.84 per diluted share.
- In the first quarter of fiscal 2026 Apple earned $2.48 per diluted share.
+ Apple's Q1 FY26 revenue jumped almost 16% year over year.
- Apple's Q1 FY26 revenue jumped almost 26% year over year.
+ At the end of fiscal 2024 Apple carried total assets of roughly $365 billion.
- At the end of fiscal 2024 Apple carried total assets of roughly $465 billion.
+ Apple's shareholders' equity stood at $57.0 billion on September 28, 2024.
- Apple's shareholders' equity stood at $75.0 billion on September 28, 2024.
+ The iPhone maker Apple closed fiscal 2025 with inventory of $5.7 billion.
- The iPhone maker Apple closed fiscal 2025 with inventory of $7.3 billion.
+ Apple's net income has not been below $90 billion since fiscal 2021.
+ Apple's operating income topped $120 billion in fiscal 2024.
- Apple's operating income topped $130 billion in fiscal 2024.
+ Apple's operating margin, at 32.0% in fiscal 2025, was half a point better than the 31.5% of a year earlier.
- Apple's operating margin, at 29.8% in fiscal 2025, was worse than the 31.5% of a year earlier.
+ Apple's net income grew 19.5% in fiscal 2025.
- Apple's net income fell 19.5% in fiscal 2025.
+ From fiscal 2020 to fiscal 2021, Apple's revenue shot up by a third, to $365.8 billion from $274.5 billion.
- From fiscal 2020 to fiscal 2021, Apple's revenue shot up by a third, to $365.8 billion from $247.5 billion.
+ Apple paid dividends of $15.2 billion in fiscal 2024.
- Apple paid dividends of $25.1 billion in fiscal 2024.
+ Apple: FY2025 revenue $416.2bn, up 6.4%.
- Apple: FY2025 revenue $416.2bn, up 9.4%.
+ AAPL posted $102.5B in revenue for the quarter ended September 27, 2025, an 8% rise on the year.
- AAPL posted $102.5B in revenue for the quarter ended September 27, 2025, a 3% rise on the year.
+ Apple's capex rose by more than $3 billion in fiscal 2025.
- Apple's capex fell by more than $3 billion in fiscal 2025.
+ Apple spent less on buybacks in fiscal 2025 ($90.7 billion) than in fiscal 2024 ($94.9 billion).
- Apple spent $80.7 billion on buybacks in fiscal 2025.
+ Long-term debt at Apple has come down to $78.3 billion at the end of fiscal 2025 from $85.8 billion a year before.
- Long-term debt at Apple has gone up to $88.3 billion at the end of fiscal 2025 from $85.8 billion a year before.
+ Apple's current liabilities exceeded its current assets at the end of fiscal 2024: the current ratio was 0.87.
- The current ratio of Apple was 1.87 at the end of fiscal 2024.
+ Cost of sales came to $210.4 billion at Apple in fiscal 2024, leaving gross profit of $180.7 billion.
- Cost of sales came to $201.4 billion at Apple in fiscal 2024.
+ Apple's quarterly net income in the March 2025 quarter was $24.8 billion.
- Apple's net income in the quarter ended March 29, 2025 was $28.4 billion.
+ Alphabet's sales crossed $400 billion for the first time in 2025, reaching $402.8 billion.
- Alphabet's sales reached $420.8 billion in 2025.
+ Google's parent Alphabet made a profit of $100.1 billion in 2024, up 36% from 2023.
- Google's parent Alphabet made a profit of $100.1 billion in 2024, up 26% from 2023.
+ Alphabet's capital expenditures surged to $91.4 billion in 2025 from $52.5 billion in 2024.
- Alphabet's capital expenditures surged to $91.4 billion in 2025 from $62.5 billion in 2024.
+ In 2022 Alphabet's net income dropped 21% to $60.0 billion.
- In 2022 Alphabet's net income rose 21% to $60.0 billion.
+ Alphabet's revenue growth was 14% in 2024 and 15% in 2025.
- Alphabet's revenue growth was 9% in 2024.
+ Alphabet earned $8.04 a share in 2024, compared with $5.80 in 2023.
- Alphabet earned $8.04 a share in 2024, compared with $6.80 in 2023.
+ Alphabet generated $125.3 billion in operating cash flow in 2024.
- Alphabet generated $152.3 billion in operating cash flow in 2024.
+ Alphabet's operating margin improved from 27.4% in 2023 to 32.1% in 2024.
- Alphabet's operating margin deteriorated from 32.1% in 2023 to 27.4% in 2024.
+ Alphabet bought back $62.2 billion of its own shares in 2024.
- Alphabet's share repurchases were $52.2 billion in 2024.
+ During the first quarter of 2026 Alphabet's revenue rose 22% to $109.9 billion.
- During the first quarter of 2026 Alphabet's revenue rose 12% to $109.9 billion.
+ Alphabet's first-quarter 2026 net income of $62.6 billion was 81% higher than a year ago.
- Alphabet's first-quarter 2026 net income of $62.6 billion was 61% higher than a year ago.
+ Capex at Alphabet more than doubled in the first quarter of 2026.
- Capex at Alphabet tripled in the first quarter of 2026.
+ Total assets of Alphabet were $595 billion on December 31, 2025.
- Total assets of Alphabet were $695 billion on December 31, 2025.
+ Alphabet carried long-term debt of $46.5 billion at the end of 2025, up from $10.9 billion at the end of 2024.
- Alphabet carried long-term debt of $36.5 billion at the end of 2025, up from $10.9 billion at the end of 2024.
+ R&D expenses at Alphabet increased 24% to $61.1 billion in 2025.
- R&D expenses at Alphabet increased 14% to $61.1 billion in 2025.
+ Alphabet's revenue was $282.8 billion in 2022, $307.4 billion in 2023 and $350.0 billion in 2024.
- Alphabet's revenue was $282.8 billion in 2022, $307.4 billion in 2023 and $370.0 billion in 2024.
+ Alphabet's free cash flow barely moved in 2025: $73.3 billion against $72.8 billion.
- Alphabet's free cash flow was $83.3 billion in 2025.
+ GOOGL's Q4 2024 revenue came to $96.5 billion.
- GOOGL's Q4 2024 revenue came to $86.5 billion.
+ Alphabet paid its shareholders $7.4 billion in dividends in 2024.
+ With net income of $132.2 billion on revenue of $402.8 billion, Alphabet had a net margin of 32.8% in 2025.
- With net income of $132.2 billion on revenue of $402.8 billion, Alphabet had a net margin of 28.6% in 2025.
+ NVIDIA's revenue more than doubled in fiscal 2025, to $130.5 billion.
- NVIDIA's revenue more than tripled in fiscal 2025, to $130.5 billion.
+ NVIDIA's revenue for fiscal 2024 was $60.9 billion, up 126% from a year earlier.
- NVIDIA's revenue for fiscal 2024 was $60.9 billion, up 162% from a year earlier.
+ NVIDIA finished fiscal 2026 with sales of $215.9 billion, 65% more than in fiscal 2025.
- NVIDIA finished fiscal 2026 with sales of $251.9 billion.
+ Gross margin at NVIDIA slid to 71.1% in fiscal 2026 from 75.0% in fiscal 2025.
- Gross margin at NVIDIA slid to 69.1% in fiscal 2026 from 75.0% in fiscal 2025.
+ NVIDIA's net income was $4.4 billion in fiscal 2023, less than half the $9.8 billion of fiscal 2022.
- NVIDIA's net income was $9.8 billion in fiscal 2023.
+ In the quarter ended April 26, 2026, NVIDIA's revenue reached $81.6 billion, an 85% increase from a year ago and a 20% increase from the previous quarter.
- In the quarter ended April 26, 2026, NVIDIA's revenue reached $81.6 billion, an 85% increase from a year ago and a 30% increase from the previous quarter.
+ NVDA earned $42.96 billion in the fourth quarter of fiscal 2026.
- NVDA earned $49.26 billion in the fourth quarter of fiscal 2026.
+ NVIDIA's operating income nearly quadrupled... no: it went from $4.2 billion in fiscal 2023 to $33.0 billion in fiscal 2024.
- NVIDIA's operating income went from $4.2 billion in fiscal 2023 to $23.0 billion in fiscal 2024.
+ NVIDIA sat on inventories worth $21.4 billion at January 25, 2026, over twice the $10.1 billion of the year before.
- NVIDIA sat on inventories worth $12.4 billion at January 25, 2026.
+ NVIDIA's R&D budget grew 43% to $18.5 billion in fiscal 2026.
- NVIDIA's R&D budget grew 23% to $18.5 billion in fiscal 2026.
+ R&D made up just 8.6% of NVIDIA's revenue in fiscal 2026.
- R&D made up 18.6% of NVIDIA's revenue in fiscal 2026.
+ NVIDIA returned $40.1 billion through share repurchases in fiscal 2026.
- NVIDIA returned $14.0 billion through share repurchases in fiscal 2026.
+ NVIDIA's earnings per diluted share were $4.90 in fiscal 2026 and $2.94 in fiscal 2025.
- NVIDIA's earnings per diluted share were $4.09 in fiscal 2026 and $2.94 in fiscal 2025.
+ NVIDIA's sales were essentially flat in fiscal 2023, at $27.0 billion.
- NVIDIA's sales were $37.0 billion in fiscal 2023.
+ Free cash flow at NVIDIA was $60.9 billion for fiscal 2025.
- Free cash flow at NVIDIA was $69.9 billion for fiscal 2025.
+ NVIDIA: Q3 FY2026 revenue of $57.0bn, gross margin of 73.4%, net income of $31.9bn.
- NVIDIA: Q3 FY2026 revenue of $57.0bn, gross margin of 78.4%, net income of $31.9bn.
+ NVIDIA's equity passed $150 billion by the end of fiscal 2026.
- NVIDIA's total equity was $127.3 billion at the end of fiscal 2026.
+ Tesla booked revenue of $53.8 billion in 2021, a gain of 71% on 2020.
- Tesla booked revenue of $53.8 billion in 2021, a gain of 51% on 2020.
+ Tesla lost $862 million in 2019.
- Tesla lost $682 million in 2019.
+ Tesla's first full-year profit came in 2020, with net income of $721 million.
- Tesla's net income was $712 billion in 2020.
+ Tesla swung from a net loss of $862 million in 2019 to net income of $721 million in 2020.
- Tesla swung from a net loss of $826 million in 2019 to net income of $721 million in 2020.
+ Tesla's net income for 2021 came to $5.5 billion, more than seven times that of 2020.
- Tesla's net income for 2021 came to $7.5 billion.
+ In the third quarter of 2022, Tesla's revenue grew 56% year over year to $21.5 billion.
- In the third quarter of 2022, Tesla's revenue grew 36% year over year to $21.5 billion.
+ Net income at Tesla doubled to $3.3 billion in the third quarter of 2022.
- Net income at Tesla halved to $3.3 billion in the third quarter of 2022.
+ Tesla's cash and cash equivalents declined from $19.4 billion at the end of 2020 to $17.6 billion at the end of 2021.
- Tesla's cash and cash equivalents increased from $17.4 billion at the end of 2020 to $19.6 billion at the end of 2021.
+ Gross margin at Tesla rose to 25.3% in 2021.
- Gross margin at Tesla fell to 25.3% in 2021.
+ Tesla spent $2.6 billion on research and development in 2021.
- Tesla spent $3.6 billion on research and development in 2021.
+ Tesla's sales went up 82.5% in 2018.
- Tesla's sales went down 82.5% in 2018.
+ In 2017 Tesla reported a net loss of nearly $2 billion.
- In 2017 Tesla reported a net loss of nearly $3 billion.
+ Tesla's capex doubled to $6.5 billion in 2021 from $3.2 billion in 2020.
- Tesla's capex was $5.6 billion in 2021.
+ TSLA generated free cash flow of about $5 billion in 2021.
- TSLA generated free cash flow of about $8 billion in 2021.
+ Snowflake's revenue climbed 29% to $3.6 billion in fiscal 2025.
- Snowflake's revenue climbed 39% to $3.6 billion in fiscal 2025.
+ Snowflake's net loss widened to $1.29 billion in fiscal 2025 from $836 million in fiscal 2024.
- Snowflake's net loss narrowed to $1.29 billion in fiscal 2025 from $836 million in fiscal 2024.
+ Snowflake reported revenue of $1.04 billion for the quarter ended April 30, 2025, 26% above the year-ago quarter.
- Snowflake reported revenue of $1.40 billion for the quarter ended April 30, 2025.
+ Snowflake's operating cash flow was $960 million in fiscal 2025.
- Snowflake's operating cash flow was $690 million in fiscal 2025.
+ Snowflake's revenue grew 69% in fiscal 2023, 36% in fiscal 2024 and 29% in fiscal 2025.
- Snowflake's revenue grew 69% in fiscal 2023, 46% in fiscal 2024 and 29% in fiscal 2025.
+ R&D costs of $1.8 billion ate up 49% of Snowflake's revenue in fiscal 2025.
- R&D costs ate up 29% of Snowflake's revenue in fiscal 2025.
+ Snowflake bought back $1.9 billion of stock in fiscal 2025.
+ Snowflake's loss per share was $3.86 in fiscal 2025.
- Snowflake's loss per share was $2.86 in fiscal 2025.
+ Snowflake ended January 2025 with $2.6 billion in cash and cash equivalents.
- Snowflake ended fiscal 2025 with $6.2 billion in cash and cash equivalents.
+ Snowflake had a gross margin of 66.5% in fiscal 2025, down from 68.0%.
- Snowflake had a gross margin of 76.5% in fiscal 2025.
+ Snowflake's operating loss grew to $1.46 billion in fiscal 2025.
- Snowflake's operating loss shrank to $1.46 billion in fiscal 2025.
+ Apple's 2024 annual report shows revenue of $391,035 million and net income of $93,736 million.
- Apple's 2024 annual report shows revenue of $391,035 million and net income of $96,736 million.
+ Roughly $18.8 billion: that is what Apple spent on R&D in fiscal 2020.
+ Apple's sales in fiscal 2022 were higher than in fiscal 2021.
- Apple's sales in fiscal 2023 were higher than in fiscal 2022.
+ Apple's net margin was 24.0% in fiscal 2024 and 26.9% in fiscal 2025.
- Apple's net margin was 29.6% in fiscal 2025.
+ Alphabet's net income rose by $26.3 billion in 2024.
- Alphabet's net income rose by $36.3 billion in 2024.
+ Alphabet's revenue in 2024 was larger than NVIDIA's in fiscal 2025.
+ NVIDIA's profit jumped 145% in fiscal 2025 to $72.9 billion.
- NVIDIA's profit jumped 45% in fiscal 2025 to $72.9 billion.
+ Tesla's total assets stood at $62.1 billion at year-end 2021.
- Tesla's total assets stood at $26.1 billion at year-end 2021.
+ Snowflake spent $1.8 billion on R&D in fiscal 2025, up from $1.3 billion in fiscal 2024.
- Snowflake spent $1.8 billion on R&D in fiscal 2025, up from $1.6 billion in fiscal 2024.
+ In fiscal 2024, Snowflake's stockholders' equity was $5.2 billion.
`;

const HELD_OUT = `
+ Over fiscal 2023, Apple brought home $97.0 billion in net income on $383.3 billion of sales.
- Over fiscal 2023, Apple brought home $79.0 billion in net income on $383.3 billion of sales.
+ Apple's top line shrank 2.8% in fiscal 2023.
- Apple's top line expanded 2.8% in fiscal 2023.
+ Fiscal 2022 was a good year for Apple: revenue rose 7.8% to $394.3 billion and net income reached $99.8 billion.
- Fiscal 2022 was a good year for Apple: revenue rose 7.8% to $349.3 billion and net income reached $99.8 billion.
+ Apple's earnings per share rose from $5.61 in fiscal 2021 to $6.11 in fiscal 2022.
- Apple's earnings per share rose from $5.61 in fiscal 2021 to $6.51 in fiscal 2022.
+ Apple held $35.9 billion of cash and cash equivalents at the end of September 2025.
- Apple held $45.9 billion of cash and cash equivalents at the end of fiscal 2025.
+ Apple's free cash flow declined in fiscal 2025, to $98.8 billion.
- Apple's free cash flow increased in fiscal 2025, to $98.8 billion.
+ At Apple, operating expenses amounted to $62.2 billion in fiscal 2025.
- At Apple, operating expenses amounted to $72.2 billion in fiscal 2025.
+ Apple's R&D outlays have climbed every year; they were $34.6 billion in fiscal 2025.
- Apple's R&D outlays were $43.6 billion in fiscal 2025.
+ Revenue in Apple's third fiscal quarter of 2025 came in at $94.0 billion, 9.6% higher than in the same quarter a year earlier.
- Revenue in Apple's third fiscal quarter of 2025 came in at $94.0 billion, 4.6% higher than in the same quarter a year earlier.
+ Apple's provision for income taxes was $29.7 billion in fiscal 2024 compared with $16.7 billion in fiscal 2023.
- Apple's provision for income taxes was $19.7 billion in fiscal 2024.
+ Apple's gross margin hit 48.2% in the December 2025 quarter.
- Apple's gross margin was 42.8% in the quarter ended December 27, 2025.
+ Apple's quarterly profit of $42.1 billion was up 16% from the $36.3 billion it earned in the quarter ended December 28, 2024.
+ Total liabilities at Apple: $285.5 billion at the end of fiscal 2025.
- Total liabilities at Apple: $258.5 billion at the end of fiscal 2025.
+ Apple had 14.8 billion shares outstanding at the end of fiscal 2025.
- Apple had 18.4 billion shares outstanding at the end of fiscal 2025.
+ Apple's receivables jumped to $39.8 billion in fiscal 2025 from $33.4 billion.
- Apple's receivables dropped to $39.8 billion in fiscal 2025 from $43.4 billion.
+ Alphabet's 2021 revenue of $257.6 billion was 41% above that of 2020.
- Alphabet's 2021 revenue of $257.6 billion was 31% above that of 2020.
+ Profit at Alphabet fell to $60.0 billion in 2022 from $76.0 billion in 2021.
- Profit at Alphabet fell to $60.0 billion in 2022 from $67.0 billion in 2021.
+ Alphabet's diluted earnings per share advanced to $10.81 in 2025.
- Alphabet's diluted earnings per share advanced to $11.81 in 2025.
+ Spending on capital equipment at Alphabet, its capex, was up 63% in 2024 at $52.5 billion.
- Alphabet's capex was up 36% in 2024 at $52.5 billion.
+ Alphabet had operating income of $129.0 billion in 2025, giving an operating margin of 32.0%.
- Alphabet had operating income of $129.0 billion in 2025, giving an operating margin of 35.0%.
+ The second quarter of 2025 brought Alphabet revenue of $96.4 billion and net income of $28.2 billion.
- The second quarter of 2025 brought Alphabet revenue of $96.4 billion and net income of $38.2 billion.
+ Revenue at Alphabet grew sequentially from $102.3 billion in Q3 2025 to $113.8 billion in Q4 2025.
- Revenue at Alphabet shrank sequentially from $123.3 billion in Q3 2025 to $113.8 billion in Q4 2025.
+ Alphabet's goodwill was $33.4 billion on December 31, 2025.
- Alphabet's goodwill was $43.3 billion on December 31, 2025.
+ Stockholders' equity at Alphabet exceeded $415 billion at the end of 2025.
- Stockholders' equity at Alphabet exceeded $515 billion at the end of 2025.
+ Alphabet's research and development spending equalled 15% of revenue in 2025.
- Alphabet's research and development spending equalled 25% of revenue in 2025.
+ Alphabet's operating cash flow came to $164.7 billion last year, 2025.
- Alphabet's operating cash flow came to $146.7 billion in 2025.
+ NVIDIA made $72.9 billion in fiscal 2025, against $29.8 billion the year before.
- NVIDIA made $72.9 billion in fiscal 2025, against $39.8 billion the year before.
+ NVIDIA's operating margin leapt from 15.7% in fiscal 2023 to 54.1% in fiscal 2024.
- NVIDIA's operating margin leapt from 15.7% in fiscal 2023 to 64.1% in fiscal 2024.
+ With revenue of $46.7 billion, NVIDIA's second quarter of fiscal 2026 beat the first quarter's $44.1 billion.
- NVIDIA's revenue was $64.7 billion in the second quarter of fiscal 2026.
+ NVIDIA's gross margin fell as low as 60.5% in the first quarter of fiscal 2026.
- NVIDIA's gross margin fell as low as 65.5% in the first quarter of fiscal 2026.
+ Cost of revenue at NVIDIA almost doubled to $62.5 billion in fiscal 2026.
- Cost of revenue at NVIDIA almost tripled to $62.5 billion in fiscal 2026.
+ NVIDIA's net income in the first quarter of fiscal 2027 was $58.3 billion, or $2.39 per diluted share.
- NVIDIA's net income in the first quarter of fiscal 2027 was $85.3 billion, or $2.39 per diluted share.
+ NVIDIA's capital expenditures remained small, $6.0 billion in fiscal 2026.
- NVIDIA's capital expenditures remained small, $3.0 billion in fiscal 2026.
+ NVIDIA's revenue increased by $85.4 billion in fiscal 2026.
- NVIDIA's revenue increased by $58.4 billion in fiscal 2026.
+ In 2020 Tesla turned over $31.5 billion, up 28% on 2019.
- In 2020 Tesla turned over $35.1 billion, up 28% on 2019.
+ Tesla's operating income more than tripled to $6.5 billion in 2021 from $2.0 billion.
- Tesla's operating income was $5.6 billion in 2021.
+ Tesla's 2018 net loss was $976 million, about half the $1.96 billion of 2017.
- Tesla's 2018 net loss was $796 million.
+ Tesla's inventory had grown to $10.3 billion by September 30, 2022.
- Tesla's inventory had grown to $13.0 billion by September 30, 2022.
+ Tesla's gross margin of 25.1% in Q3 2022 compares with 26.6% in Q3 2021.
- Tesla's gross margin of 28.1% in Q3 2022 compares with 26.6% in Q3 2021.
+ Tesla's operating cash flow nearly doubled in 2021, to $11.5 billion.
- Tesla's operating cash flow fell in 2021, to $11.5 billion.
+ Snowflake brought in sales of $2.8 billion in fiscal 2024, 36% more than in fiscal 2023.
- Snowflake brought in sales of $2.8 billion in fiscal 2024, 46% more than in fiscal 2023.
+ For fiscal 2022, Snowflake posted revenue of $1.2 billion and a net loss of $680 million.
- For fiscal 2022, Snowflake posted revenue of $1.2 billion and a net loss of $860 million.
+ Snowflake's free cash flow rose to $913 million in fiscal 2025 from $813 million in fiscal 2024.
- Snowflake's free cash flow rose to $931 million in fiscal 2025 from $813 million in fiscal 2024.
+ Snowflake's total assets topped $9 billion on January 31, 2025.
- Snowflake's total assets were $7.0 billion on January 31, 2025.
+ Snowflake lost $430 million in the first quarter of fiscal 2026.
- Snowflake lost $340 million in the first quarter of fiscal 2026.
+ Tesla's R&D expense fell slightly short of $1.5 billion in 2020.
- Tesla's R&D expense was $1.9 billion in 2020.
+ Apple bought back shares for $77.6 billion in fiscal 2023.
- Apple bought back shares for $67.6 billion in fiscal 2023.
+ NVIDIA ended fiscal 2024 with shareholders' equity of $43.0 billion.
- NVIDIA ended fiscal 2024 with shareholders' equity of $34.0 billion.
+ Snowflake's R&D cost more than $1 billion for the first time in fiscal 2024: $1.3 billion.
+ Alphabet's net income margin reached 28.6% in 2024.
- Alphabet's net income margin reached 24.6% in 2024.
+ Tesla's revenue for 2019 totaled $24.6 billion, 15% more than in 2018.
- Tesla's revenue for 2019 totaled $24.6 billion, 25% more than in 2018.
`;

/** A sentence and whether it is true. */
export interface HandSentence {
  readonly text: string;
  readonly isTrue: boolean;
}

function read(table: string): readonly HandSentence[] {
  return table.trim().split("\n").map((line) => ({ text: line.slice(2), isTrue: line.startsWith("+") }));
}

/** Those that the check was improved on. */
export const TUNED_SENTENCES: readonly HandSentence[] = read(TUNED);
/** Those that it was not. */
export const HELD_OUT_SENTENCES: readonly HandSentence[] = read(HELD_OUT);
