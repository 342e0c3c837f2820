import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group } from "@mantine/core";
import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import { StatementDue, statement } from "~/contract/clue/statement";
import { shanghaiDay } from "~/contract/day";
import type { Reply } from "~/contract/endpoint";
import { InPlace } from "../in-place";
import { StatementEditor } from "./statement-editor";

const sections: FormSection<typeof StatementDue>[] = [
  {
    fields: ["agent_id", "currency", "period_from", "period_to"],
    below: (_, form) => (
      <Group gap="xs" mt="sm" role="group" aria-label={t("期间")}>
        {periods().map(({ label, ...period }) => (
          <Button key={label} type="button" variant="default" size="compact-md" onClick={() => form.fill(period)}>
            {label}
          </Button>
        ))}
      </Group>
    ),
  },
];

interface Previewed {
  due: StatementDue;
  found: Reply<typeof statement.preview>;
}

export function StatementNew({
  agentId,
  onMade,
  onClose,
}: {
  agentId: number | undefined;
  onMade: (id: number) => void;
  onClose: () => void;
}) {
  const [value] = useState(() => ({ agent_id: agentId ?? null, currency: "CNY", ...monthsFrom(-1, 1) }));
  const [previewed, setPreviewed] = useState<Previewed>();
  const asking = useAct();
  const { run, pending } = useAct();
  return (
    <InPlace label={t("新增对账单")} title={t("新增对账单")} onClose={onClose}>
      <RecordForm
        form={{
          ...{ schema: StatementDue, sections, value, pending: asking.pending },
          submitLabel: t("预览应结佣金"),
          onSubmit: (due, then) =>
            asking.run(
              statement.preview,
              { body: due },
              { onSuccess: (found) => setPreviewed({ due, found }), onError: then().onError },
            ),
        }}
        isInDialog
      />
      {previewed ? (
        <>
          <Notes found={previewed.found} />
          <StatementEditor
            key={JSON.stringify(previewed)}
            lines={previewed.found.lines}
            taxRate={0}
            currency={previewed.due.currency}
            pending={pending}
            submitLabel={t("存草稿")}
            onSubmit={(body, onError) =>
              run(
                statement.create,
                { body: { ...previewed.due, ...body } },
                {
                  success: ({ statement_no }) => t("已新增 {no}", { no: statement_no }),
                  onSuccess: ({ id }) => onMade(id),
                  onError,
                },
              )
            }
          />
        </>
      ) : null}
    </InPlace>
  );
}

const Notes = ({ found: { others, present } }: Pick<Previewed, "found">) => (
  <>
    {present ? (
      <Alert color="orange">
        {t("该代理本期间已有对账单")}{" "}
        <TextLink to={`/clue/accountStatement?open=${present.id}`}>{present.name}</TextLink>
      </Alert>
    ) : null}
    {others.length ? (
      <Alert color="gray">
        {t("其他币种另需出单：{list}", {
          list: others.map(({ currency, count }) => t("{currency} {count}笔", { currency, count })).join("、"),
        })}
      </Alert>
    ) : null}
  </>
);

function monthsFrom(first: number, count: number) {
  const [year, month] = shanghaiDay().split("-").map(Number);
  const dayOf = (months: number, day: number) =>
    new Date(Date.UTC(Number(year), Number(month) - 1 + months, day)).toISOString().slice(0, 10);
  return { period_from: dayOf(first, 1), period_to: dayOf(first + count, 0) };
}

function periods() {
  // Of the present month within its quarter.
  const begun = (Number(shanghaiDay().slice(5, 7)) - 1) % 3;
  return [
    { label: t("上月"), ...monthsFrom(-1, 1) },
    { label: t("本月"), ...monthsFrom(0, 1) },
    { label: t("上季度"), ...monthsFrom(-begun - 3, 3) },
    { label: t("本季度"), ...monthsFrom(-begun, 3) },
  ];
}
