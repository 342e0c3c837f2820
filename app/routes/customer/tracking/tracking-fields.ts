import type { FormValues } from "~/app/blocks/form/schema-fields";

/** The fields of a follow-up's form but its pictures, the same for a new one and for a correction. */
export const trackingFields = [
  "type",
  "direction",
  "result",
  "content",
  "estate_ids",
  "tracked_at",
  "next_at",
  "duration_min",
  "stage_after",
  { name: "lost_reason", when: ({ stage_after }: FormValues) => stage_after === "lost" },
  "level_after",
] as const;
