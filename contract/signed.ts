import { z } from "zod";
import { endpoint, type Line } from "./endpoint";
import * as field from "./field";

/** By these a machine says who it is, and that it was it (domain E.4). */
export const signedHeaders = { key: "X-App-Key", timestamp: "X-Timestamp", sign: "X-Sign" } as const;

/** Seconds by which its clock may differ from ours. */
export const signedWithin = 300;

/** A call of a machine: signed with its key, acted upon once however often it is sent. */
export const signedEndpoint = <const L extends Line, B extends z.ZodType, R extends z.ZodType>(
  line: L,
  summary: string,
  parts: { body: B; reply: R; carriesFile?: boolean },
) => endpoint(line, summary, "public", { ...parts, isSigned: true });

/** The number under which the sender keeps what it sends. */
export const externalId = (label = "外部编号") => field.text(label, 64);

/** What became of a row: sent again it is the same one. */
export const TakenIn = z.object({ id: z.int(), is_new: z.boolean() });
