import type { FormValues } from "~/app/blocks/form/field/schema-fields";

/** Why a customer is lost, asked for with that stage alone. */
export const reasonOfLoss = { name: "lost_reason", when: ({ stage }: FormValues) => stage === "lost" } as const;
