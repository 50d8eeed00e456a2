import { createDesks } from "../agent/desk.ts";
import { createTools } from "../agent/tools.ts";
import type { Dataset } from "../data/dataset.ts";
import type { AssistantParts } from "../mcp/assistant.ts";
import { tellDifference } from "./tell_difference.ts";
import { VERIFY_TEXT } from "./verify_text_tool.ts";

/**
 * What assistants are answered with, from a dataset.
 * @param asOf Day of a question that names none, `YYYY-MM-DD`. Default: the dataset's own.
 */
export function assistantParts(dataset: Dataset, asOf?: string): AssistantParts {
  const desks = createDesks(dataset);
  return { tools: createTools({ tell: tellDifference, more: [VERIFY_TEXT] }), desk: (day) => desks(day ?? asOf), asOf };
}
