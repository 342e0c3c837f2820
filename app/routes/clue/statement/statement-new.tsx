import "@mantine/core/styles/Alert.css";
import { Alert, Anchor, Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { StatementDue, statement } from "~/contract/clue/statement";
import { shanghaiDay } from "~/contract/day";
import type { Reply } from "~/contract/endpoint";
import classes from "./statement.module.css";
import { StatementEditor } from "./statement-editor";

const sections: FormSection<typeof StatementDue>[] = [{ fields: ["agent_id", "currency", "period_from", "period_to"] }];

interface Previewed {
  due: StatementDue;
  found: Reply<typeof statement.preview>;
}

/** 生成对账单: for whom and which period, then what is due, of which a draft is made. */
export function StatementNew({
  agentId,
  onMade,
  onClose,
}: {
  agentId: number | undefined;
  onMade: (id: number) => void;
  onClose: () => void;
}) {
  const [value] = useState(() => ({ agent_id: agentId ?? null, currency: "CNY", ...lastMonth() }));
  const [previewed, setPreviewed] = useState<Previewed>();
  const [isAsking, setIsAsking] = useState(false);
  const { run, pending } = useAct();
  async function ask(due: StatementDue, onError: (error: CallError) => void) {
    setIsAsking(true);
    try {
      setPreviewed({ due, found: await call(statement.preview, { body: due }) });
    } catch (error) {
      // Told by the call; what stands at a field is said there too.
      if (error instanceof CallError) onError(error);
    } finally {
      setIsAsking(false);
    }
  }
  return (
    <section className={classes.page} aria-label={t("生成对账单")}>
      <div className={classes.tools}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
          {t("返回列表")}
        </Button>
        <h1>{t("生成对账单")}</h1>
      </div>
      <RecordForm
        form={{
          ...{ schema: StatementDue, sections, value, pending: isAsking },
          submitLabel: t("预览应结佣金"),
          onSubmit: (due, then) => void ask(due, then().onError),
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
            submitLabel={t("生成草稿")}
            onSubmit={(body) =>
              run(
                statement.create,
                { body: { ...previewed.due, ...body } },
                {
                  success: ({ statement_no }) => t("已生成 {no}", { no: statement_no }),
                  onSuccess: ({ id }) => onMade(id),
                },
              )
            }
          />
        </>
      ) : null}
    </section>
  );
}

/** What else there is of the agent. */
function Notes({ found: { others, present } }: Pick<Previewed, "found">) {
  return (
    <>
      {present ? (
        <Alert color="orange">
          {t("该代理本期间已有对账单")}{" "}
          <Anchor component={Link} to={`/clue/accountStatement?open=${present.id}`}>
            {present.name}
          </Anchor>
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
}

/** The month that has ended. */
function lastMonth() {
  const first = `${shanghaiDay().slice(0, 7)}-01`;
  const last = new Date(Date.parse(`${first}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return { period_from: `${last.slice(0, 7)}-01`, period_to: last };
}
