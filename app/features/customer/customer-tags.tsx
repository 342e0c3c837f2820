import { Chips } from "~/app/blocks/detail/chips";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import { CustomerRow, levelNotes, levels, stages } from "~/contract/customer/customer-record";
import { formatBudget, formatPhone } from "~/contract/format";

type Level = keyof typeof levels;
type Stage = keyof typeof stages;

/** A scale by weight: A is full, C and D are quiet. */
const levelColors: Readonly<Record<string, TagColor>> = { A: "brand", B: "brand" };
const stageColors: Readonly<Record<string, TagColor>> = {
  new: "cyan",
  contacted: "cyan",
  qualified: "cyan",
  visited: "cyan",
  subscribed: "green",
  contracted: "green",
  completed: "green",
};

export const LevelTag = ({ level }: { level: string }) => (
  <Tag color={levelColors[level]} isStrong={level === "A"} title={levelNotes[level] && t(levelNotes[level])}>
    {t(levels[level as Level] ?? level)}
  </Tag>
);

export const StageTag = ({ stage }: { stage: string }) => (
  <Tag color={stageColors[stage]}>{t(stages[stage as Stage] ?? stage)}</Tag>
);

export const standing = columnsOf(CustomerRow, [
  {
    key: "stage",
    label: "等级 / 阶段",
    width: 166,
    render: ({ level, stage }) => (
      <span style={{ display: "inline-flex", gap: 4 }}>
        <LevelTag level={level} /> <StageTag stage={stage} />
      </span>
    ),
  },
  { key: "level", width: 104, isExtra: true, render: ({ level }) => <LevelTag level={level} /> },
]);

function Tags({ tags }: { tags: readonly string[] }) {
  const options = useScene("tags");
  return <Chips of={tags.map((tag) => ({ name: labelIn(options, tag) }))} room={6} />;
}

const labelIn = (options: ReturnType<typeof useScene>, tag: string) =>
  options.find(({ value }) => String(value) === tag)?.label ?? tag;

export const tagColumn = {
  key: "tags" as const,
  width: 132,
  render: ({ tags }: Pick<CustomerRow, "tags">) => (tags.length ? <Tags tags={tags} /> : "–"),
};

type Budget = Pick<CustomerRow, "budget_min" | "budget_max" | "budget_currency">;

export function BudgetText({ row: { budget_min, budget_max, budget_currency } }: { row: Budget }) {
  const [short, exact] = (["short", "exact"] as const).map((style) =>
    formatBudget(budget_min, budget_max, budget_currency, style),
  );
  return short ? <span title={exact}>{short}</span> : null;
}

export function PoolWarning({
  row: { is_warned, days_to_pool },
}: {
  row: Pick<CustomerRow, "is_warned" | "days_to_pool">;
}) {
  if (!is_warned) return null;
  return <Tag color="orange">{days_to_pool ? t("即将进公海 {days}天", { days: days_to_pool }) : t("即将进公海")}</Tag>;
}

export type Called = Pick<CustomerRow, "phone" | "phone_cc" | "is_blacklisted">;

export interface CallNumber {
  number: string;
  text: string;
}

export function callOf({ phone, phone_cc, is_blacklisted }: Called): CallNumber | undefined {
  if (!phone || is_blacklisted || phone.includes("*")) return undefined;
  return { number: `${phone_cc ? `+${phone_cc}` : ""}${phone}`, text: formatPhone(phone, phone_cc) };
}
