import { Group } from "@mantine/core";
import { useState } from "react";
import { z } from "zod";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActDialog, actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { type CustomerDetail, manualStages, QuickEdit, stages } from "~/contract/customer/customer-record";
import { reason } from "~/contract/field";
import { useTellRecord } from "./newest-record";
import classes from "./stage-steps.module.css";

type Exit = "lost" | "invalid";

/** The way of a customer; lost and invalid leave it. */
const way: readonly (keyof typeof stages)[] = [
  "new",
  "contacted",
  "qualified",
  "visited",
  "subscribed",
  "contracted",
  "completed",
];

const about = ({ name, customer_no }: CustomerDetail) => t("客户：{names}", { names: `${name}（${customer_no}）` });
const leaving =
  <S extends Exit>(stage: S) =>
  (row: CustomerDetail) => ({
    params: { id: row.id },
    body: { version: row.version, stage },
  });
const exits = {
  lost: actDialog({
    endpoint: customer.quick,
    title: () => t("移到已流失"),
    about,
    fields: [{ name: "lost_reason", inSight: true }],
    input: leaving("lost"),
    submitLabel: "确定流失",
    success: () => t("阶段已改为已流失"),
  }),
  invalid: actDialog({
    endpoint: {
      ...customer.quick,
      body: z.object({
        ...{ version: QuickEdit.shape.version, stage: z.literal("invalid") },
        invalid_reason: reason("无效原因"),
      }),
    },
    title: () => t("移到无效"),
    about,
    fields: ["invalid_reason"],
    input: leaving("invalid"),
    submitLabel: "确定无效",
    success: () => t("阶段已改为无效"),
  }),
};

export function StageSteps({ record, isCompact = false }: { record: CustomerDetail; isCompact?: boolean }) {
  const { run, pending } = useAct();
  const tell = useTellRecord();
  const [exit, setExit] = useState<Exit>();
  const { id, version, stage, can } = record;
  const at = way.indexOf(stage as keyof typeof stages);
  // A deal alone sets its stages.
  const mayMove = can.edit && manualStages.some((one) => one === stage);
  const stay = () => setExit(undefined);
  const left = (answered: CustomerDetail) => {
    tell(answered);
    stay();
  };
  const move = (to: (typeof manualStages)[number]) =>
    run(
      customer.quick,
      { params: { id }, body: { version, stage: to } },
      { success: t("阶段已改为{stage}", { stage: t(stages[to]) }), onSuccess: tell },
    );
  return (
    <Group gap="8px 12px" className={classes.way} data-compact={isCompact || undefined}>
      {/* On a phone with a larger text it scrolls: without a button in it, by itself. */}
      <ol
        className={`${classes.steps} ${basic.list} ${basic.flex}`}
        aria-label={t("客户阶段")}
        tabIndex={mayMove ? undefined : 0}
      >
        {way.map((step, index) => {
          const target = mayMove && index !== at ? manualStages.find((one) => one === step) : undefined;
          return (
            <li
              key={step}
              className={`${classes.step} ${basic.relative} ${basic.oneLine}`}
              data-state={index < at ? "done" : index === at ? "present" : undefined}
              aria-current={index === at ? "step" : undefined}
            >
              {target ? (
                <button
                  type="button"
                  className={basic.plain}
                  disabled={pending}
                  title={t("阶段改为{stage}", { stage: t(stages[step]) })}
                  onClick={() => move(target)}
                >
                  {t(stages[step])}
                </button>
              ) : (
                t(stages[step])
              )}
            </li>
          );
        })}
      </ol>
      {mayMove ? (
        <div className={`${classes.exits} ${basic.flex} ${basic.gap4} ${basic.fixed}`}>
          {(["lost", "invalid"] as const).map((one) =>
            one === stage ? null : (
              <button key={one} type="button" className={basic.plain} onClick={() => setExit(one)}>
                {one === "lost" ? t("流失") : t("无效")}
              </button>
            ),
          )}
        </div>
      ) : null}
      {exit === "lost" ? <ActDialog form={exits.lost} of={record} onDone={left} onClose={stay} /> : null}
      {exit === "invalid" ? <ActDialog form={exits.invalid} of={record} onDone={left} onClose={stay} /> : null}
    </Group>
  );
}
