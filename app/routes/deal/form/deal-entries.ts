import type { FormValues } from "~/app/blocks/form/field/schema-fields";

// What the forms of a deal and of its change have in common.

export const isLoan = ({ payment_method }: FormValues) => payment_method === "loan";
export const isTypedUnit = ({ unit_id }: FormValues) => !unit_id;

export const unitFields = (isTyped: (values: FormValues) => boolean) =>
  [
    { name: "unit_id", isUnseen: true, when: (values: FormValues) => !isTyped(values) },
    { name: "room_id", isUnseen: true },
    { name: "building", when: isTyped },
    { name: "unit_no", when: isTyped },
    { name: "floor", when: isTyped },
    { name: "layout", when: isTyped },
    { name: "area_sqm", when: isTyped },
    { name: "list_price", when: isTyped },
  ] as const;
