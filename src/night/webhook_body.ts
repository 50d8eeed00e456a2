import type { KeptMessage } from "./kept_message.ts";
import type { NightMessage } from "./message.ts";

/** The body of a webhook, and the standard input of a program. */
export interface WebhookBody {
  /** Subject and text: what Slack, Mattermost and others of that form show. */
  readonly text: string;
  /** The message field by field, apart from the fields that such a receiver knows. */
  readonly conviction: Omit<NightMessage, "text" | "alertCount"> & {
    /** Names the message: the same in each attempt. */
    readonly key: string;
    /** How many alerts there are; `alerts` holds the weightiest. */
    readonly alert_count: number;
  };
}

/** Makes the body of a webhook. */
export function webhookBody({ message, key }: Pick<KeptMessage, "message" | "key">): WebhookBody {
  const { text: _, alertCount, ...fields } = message;
  return {
    text: wholeText(message),
    conviction: { key, ...fields, alert_count: alertCount ?? fields.alerts.length },
  };
}

/** The message where nothing but its text is shown. */
export function wholeText({ subject, text }: Pick<NightMessage, "subject" | "text">): string {
  return `${subject}\n${text}`;
}
