import { z } from "zod";

const mostColumns = 200;
const mostAbove = 50;

/** Which columns of a sent file are what, as its headings tell, or as its sender has said. */
export const ImportColumns = z.object({
  header_row: z.int(),
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  /** The possible columns of a file, with the labels of the contract; those of one `required` replace each other. */
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
  required: z.array(z.array(z.string())),
  mapping: z.record(z.string(), z.int()),
  /** Headings that no field takes: their columns do not come in. */
  left_out: z.array(z.string()),
  /** The import waits until the sender has assigned the columns. */
  is_open: z.boolean(),
});
export type ImportColumns = z.output<typeof ImportColumns>;
export type ColumnMapping = Readonly<Partial<Record<string, number>>>;

/** What the sender of a file says of its columns, in the address: `name:0,phone:3`; `role_ids=销售顾问` is what all rows say. */
export const chosenColumns = {
  header_row: z.coerce.number<string>().int().min(1).max(mostAbove).optional().meta({ label: "列名行" }),
  mapping: z
    .string()
    .regex(/^\w{1,40}:\d{1,3}(,\w{1,40}:\d{1,3})*$/, "列对应的写法不正确")
    .max(mostColumns * 45)
    .optional()
    .meta({ label: "列对应" }),
  fixed: z.string().max(1_000).optional().meta({ label: "统一填写" }),
};

export type FixedValues = Readonly<Partial<Record<string, string>>>;

export const mappingText = (mapping: ColumnMapping): string =>
  Object.entries(mapping)
    .flatMap(([name, column]) => (column === undefined ? [] : [`${name}:${column}`]))
    .join(",");

export const readMapping = (text: string): ColumnMapping =>
  Object.fromEntries(
    text.split(",").map((part): [string, number] => {
      const [name = "", column] = part.split(":");
      return [name, Number(column)];
    }),
  );
