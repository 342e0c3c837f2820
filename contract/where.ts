import { z } from "zod";

export const comparisons = {
  eq: "等于",
  contains: "包含",
  not_contains: "不包含",
  in: "是",
  not_in: "不是",
  gte: "不小于",
  lte: "不大于",
  between: "介于",
  within: "在",
  is: "为",
  empty: "为空",
  not_empty: "不为空",
} as const;
export type Comparison = keyof typeof comparisons;

export const whereOps = { and: "同时符合", or: "符合其一" } as const;

/** One condition is about one field; what its value may be, the field's kind says (`where-fields.ts`). */
export interface Condition {
  field: string;
  cmp: Comparison;
  value?: WhereValue | undefined;
}
export type WhereValue = string | number | boolean | (string | number)[];

/** Conditions that belong together; a group in a group holds conditions alone. */
export interface Where {
  op: keyof typeof whereOps;
  items: WhereItem[];
}
export type WhereItem = Condition | Where;

export const isGroup = (item: WhereItem): item is Where => "items" in item;

export const conditionsOf = ({ items }: Where): Condition[] =>
  items.flatMap((item) => (isGroup(item) ? conditionsOf(item) : [item]));

const depthOf = ({ items }: Where): number =>
  1 + Math.max(0, ...items.map((item) => (isGroup(item) ? depthOf(item) : 0)));

/** Most conditions of one filter, and most levels of groups. */
export const whereLimit = 10;
const depthLimit = 2;
/** The longest that an address can carry and a saved view keeps. */
const textLimit = 4_000;

const error = "组合条件的格式不正确";
const scalar = z.union([z.string().max(100, "条件的值不能超过100个字"), z.number()], { error });
const Condition: z.ZodType<Condition> = z.object({
  field: z.string({ error }).max(60, error),
  cmp: z.enum(Object.keys(comparisons) as [Comparison, ...Comparison[]], { error }),
  value: z.union([scalar, z.boolean(), z.array(scalar).max(50, "一个条件最多选50项")], { error }).optional(),
});
const Group: z.ZodType<Where> = z.object(
  {
    op: z.enum(["and", "or"], { error }),
    get items() {
      return z.array(z.union([Group, Condition], { error }), { error }).min(1, "请至少添加一个条件");
    },
  },
  { error },
);

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (value === "") return undefined;
  try {
    return value.length > textLimit ? null : JSON.parse(value);
  } catch {
    return null;
  }
}

const anyWhere = z
  .preprocess(
    parsed,
    Group.superRefine((given, context) => {
      const wrong = (message: string) => context.addIssue({ code: "custom", message });
      if (depthOf(given) > depthLimit) wrong("条件组最多两层");
      else if (conditionsOf(given).length > whereLimit) wrong(`最多${whereLimit}个条件`);
    }).optional(),
  )
  .optional()
  .meta({ isLiteral: true });

export const where = () => anyWhere;

/** What an endpoint adds to the fields that its filters and orders name. */
export interface WhereOptions {
  /** Further fields, each as its schema describes it. */
  more?: Readonly<Record<string, z.ZodType>>;
  /** Names that are none, such as those of no column. */
  not?: readonly string[];
  /** The row, where the reply is a file. */
  row?: z.ZodObject;
  /** The list is not counted by the values of a field. */
  isUngrouped?: true;
  /** Fields that a long list is not counted by, since no index has them. */
  notGrouped?: readonly string[];
}
