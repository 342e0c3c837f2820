import { Button } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import type { Run } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { type ApplicationDetail, mansionApplication } from "~/contract/house/mansion-application";
import { confirmingClaim, merging, rejecting } from "./application-dialogs";
import classes from "./mansion-confirm.module.css";

const CreateDialog = lazyPart(() => import("./create-dialog"), "CreateDialog");

interface ApplicationActsProps {
  record: ApplicationDetail;
  /** Of a correction: the fields that are to be applied. */
  fields: ReadonlySet<string>;
  /** Of a new building: the one that it is to become part of. */
  candidate: number | undefined;
  run: Run;
  pending: boolean;
  onDecided: (reply: ApplicationDetail) => void;
}

/** What its kind lets be done with an application, always in sight. */
export function ApplicationActs({ record, fields, candidate, run, pending, onDecided }: ApplicationActsProps) {
  const [opened, setOpened] = useState<"create" | "reject">();
  const { confirm, dialog } = useConfirm();
  const { id, can, type, mansion } = record;
  const params = { id };
  const close = () => setOpened(undefined);
  const apply = () =>
    run(
      mansionApplication.apply,
      { params, body: { fields: [...fields], mansion_version: mansion?.version } },
      { success: t("已采纳 {n} 项", { n: fields.size }), onSuccess: onDecided },
    );
  const target = record.candidates.find((one) => one.id === candidate);
  const merge = () =>
    target &&
    confirm(
      mansionApplication.merge,
      { params, body: { mansion_id: target.id } },
      { ...merging(record, target), onSuccess: onDecided },
    );
  return (
    <div
      className={`${classes.acts} ${basic.foot} ${basic.flex} ${basic.end} ${basic.gap8}`}
      role="toolbar"
      aria-label={t("处理申请")}
    >
      <Button variant="default" onClick={() => setOpened("reject")} disabled={pending}>
        {t("驳回")}
      </Button>
      {can.merge ? (
        <Button variant="default" onClick={merge} disabled={!target || pending}>
          {t("并入所选")}
        </Button>
      ) : null}
      {can.create ? (
        <Button onClick={() => setOpened("create")} disabled={pending}>
          {t("新增楼栋")}
        </Button>
      ) : null}
      {can.apply && type === "correct" ? (
        <Button onClick={apply} disabled={fields.size === 0} loading={pending}>
          {t("采纳纠错 {n}", { n: fields.size })}
        </Button>
      ) : null}
      {can.apply && type === "claim" ? (
        <Button
          onClick={() =>
            confirm(
              mansionApplication.apply,
              { params, body: {} },
              { ...confirmingClaim(record), onSuccess: onDecided },
            )
          }
          disabled={pending}
        >
          {t("确认认领")}
        </Button>
      ) : null}
      {opened === "create" ? <CreateDialog {...{ record, run, pending, onDecided }} onClose={close} /> : null}
      {opened === "reject" ? (
        <ActDialog
          form={rejecting}
          of={record}
          onDone={(reply) => {
            close();
            onDecided(reply);
          }}
          onClose={close}
        />
      ) : null}
      {dialog}
    </div>
  );
}
