import { z } from "zod";
import type { Services } from "~/server/lib/services";

/** What of a message goes out: its title, and where it leads; its content may name people. */
export const Note = z.object({
  message_id: z.number().int(),
  user_id: z.number().int(),
  category: z.string(),
  title: z.string(),
  link: z.string().nullable(),
});
export type Note = z.output<typeof Note>;

/** Where the reader is on each platform. */
export interface Receiver {
  wecom_userid: string | null;
  slack_user_id: string | null;
}

/** A platform that messages go out to. */
export interface Channel {
  /** The outbox rows that it takes. */
  event: string;
  /** How many one reader may get within a minute; the rest waits. */
  perMinute: number;
  isConfigured(services: Services): Promise<boolean>;
  /** The reader's address there, if they have one. */
  addressOf(receiver: Receiver): string | null;
  /** Whether they have got it; false: they cannot be reached, and another try would change nothing. Throws when one may. */
  send(services: Services, address: string, note: Note, url: string | undefined): Promise<boolean>;
}
