import type { FormValues } from "~/app/blocks/form/field/schema-fields";

export const reasonOfLoss = { name: "lost_reason", when: ({ stage }: FormValues) => stage === "lost" } as const;
