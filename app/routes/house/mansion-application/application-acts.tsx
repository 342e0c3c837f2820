import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { t } from "~/app/i18n/t";
import type { ApplicationDetail } from "~/contract/house/mansion-application";
import type { AskedAct, RunApplication } from "./mansion-application-writes";
import classes from "./mansion-confirm.module.css";

const CreateDialog = lazy(() => import("./create-dialog").then((module) => ({ default: module.CreateDialog })));
const ApplicationDialog = lazy(() =>
  import("./application-dialog").then((module) => ({ default: module.ApplicationDialog })),
);

interface ApplicationActsProps {
  record: ApplicationDetail;
  /** Of a correction: what is to be taken. */
  fields: ReadonlySet<string>;
  /** Of a new building: the one that it is to become part of. */
  candidate: number | undefined;
  run: RunApplication;
  pending: boolean;
}

/** What its kind lets be done with an application, always in sight. */
export function ApplicationActs({ record, fields, candidate, run, pending }: ApplicationActsProps) {
  const [asked, setAsked] = useState<AskedAct | "create">();
  const { id, can, type, mansion } = record;
  const close = () => setAsked(undefined);
  const apply = () =>
    run(
      "apply",
      { params: { id }, body: { fields: [...fields], mansion_version: mansion?.version } },
      { success: t("已采纳 {n} 项", { n: fields.size }) },
    );
  const target = record.candidates.find((one) => one.id === candidate);
  return (
    <div className={classes.acts} role="toolbar" aria-label={t("处理申请")}>
      <Button variant="default" onClick={() => setAsked("reject")} disabled={pending}>
        {t("驳回")}
      </Button>
      {can.merge ? (
        <Button variant="default" onClick={() => setAsked("merge")} disabled={!target || pending}>
          {t("并入所选")}
        </Button>
      ) : null}
      {can.create ? (
        <Button onClick={() => setAsked("create")} disabled={pending}>
          {t("新建楼栋")}
        </Button>
      ) : null}
      {can.apply && type === "correct" ? (
        <Button onClick={apply} disabled={fields.size === 0} loading={pending}>
          {t("采纳纠错 {n}", { n: fields.size })}
        </Button>
      ) : null}
      {can.apply && type === "claim" ? (
        <Button onClick={() => setAsked("claim")} disabled={pending}>
          {t("确认认领")}
        </Button>
      ) : null}
      <Suspense>
        {asked === "create" ? <CreateDialog record={record} run={run} pending={pending} onClose={close} /> : null}
        {asked && asked !== "create" ? (
          <ApplicationDialog act={asked} record={record} target={target} run={run} pending={pending} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  );
}
