import { Button } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import type { Run } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog, actDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import type { SimilarMansion } from "~/contract/house/mansion";
import { type ApplicationDetail, mansionApplication } from "~/contract/house/mansion-application";
import classes from "./mansion-confirm.module.css";

const rejecting = actDialog({
  endpoint: mansionApplication.reject,
  title: () => t("驳回申请"),
  about: ({ application_no: no, mansion_name: name }: ApplicationDetail) => t("{no} {name}", { no, name }),
  fields: ["reason"],
  draft: ({ id }) => `mansion-application-reject:${id}`,
  submitLabel: "驳回",
  isDanger: true,
  success: () => t("已驳回"),
});

const CreateDialog = lazyPart(() => import("./create-dialog"), "CreateDialog");

interface ApplicationActsProps {
  record: ApplicationDetail;
  fields: ReadonlySet<string>;
  candidate: number | undefined;
  run: Run;
  pending: boolean;
  onDecided: (reply: ApplicationDetail) => void;
}

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

const confirmingClaim = ({ mansion_name, applicant_name, payload, room_owners }: ApplicationDetail) => ({
  title: t("确认认领"),
  text: t("确认 {applicant} 为 {name} {room} 的业主？{known}", {
    name: mansion_name,
    applicant: applicant_name,
    room: String(payload.room_no ?? ""),
    known: room_owners ? t("该房号已有 {n} 位已认领业主。", { n: room_owners }) : "",
  }),
  confirmLabel: t("确认认领"),
  isDanger: false,
  success: t("已确认认领"),
  closesOnError: true,
});

const merging = ({ application_no: no, mansion_name: name }: ApplicationDetail, target: SimilarMansion) => ({
  title: t("并入已有楼栋"),
  text: t("申请 {no}「{name}」将并入 {target}。已有楼栋的资料不会改变。", {
    no,
    name,
    target: `${target.mansion_no} ${target.name}`,
  }),
  confirmLabel: t("并入"),
  isDanger: false,
  success: t("已并入"),
  closesOnError: true,
});
