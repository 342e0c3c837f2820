import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm } from "~/app/blocks/form/act-form";
import { t } from "~/app/i18n/t";
import type { SimilarMansion } from "~/contract/house/mansion";
import { type ApplicationDetail, ApplicationReject } from "~/contract/house/mansion-application";
import type { AskedAct, RunApplication } from "./mansion-application-writes";

interface ApplicationDialogProps {
  act: AskedAct;
  record: ApplicationDetail;
  target: SimilarMansion | undefined;
  run: RunApplication;
  pending: boolean;
  onClose: () => void;
}

/** Asks before an application ends in a way that cannot be taken back. */
export function ApplicationDialog({ act, record, target, run, pending, onClose }: ApplicationDialogProps) {
  const params = { id: record.id };
  const about = { no: record.application_no, name: record.mansion_name };
  // Whatever is refused is told by a toast; the page shows how things stand by then.
  const then = { onSuccess: onClose, onError: onClose };
  if (act === "reject") {
    return (
      <ActForm
        title={t("驳回申请")}
        about={t("{no} {name}", about)}
        schema={ApplicationReject}
        fields={["reason"]}
        draft={`mansion-application-reject:${record.id}`}
        pending={pending}
        submitLabel={t("驳回")}
        isDanger
        onSubmit={(body, follow) => run("reject", { params, body }, { success: t("已驳回"), ...follow(onClose) })}
        onClose={onClose}
      />
    );
  }
  if (act === "claim") {
    return (
      <Confirm
        title={t("确认认领")}
        text={t("确认 {applicant} 为 {name} {room} 的业主？{known}", {
          ...about,
          applicant: record.applicant_name,
          room: String(record.payload.room_no ?? ""),
          known: record.room_owners ? t("该房号已有 {n} 位已认领业主。", { n: record.room_owners }) : "",
        })}
        confirmLabel={t("确认认领")}
        isDanger={false}
        pending={pending}
        onConfirm={() => run("apply", { params, body: {} }, { success: t("已确认认领"), ...then })}
        onClose={onClose}
      />
    );
  }
  if (!target) return null;
  return (
    <Confirm
      title={t("并入已有楼栋")}
      text={t("申请 {no}「{name}」将并入 {target}。已有楼栋的资料不会改变。", {
        ...about,
        target: `${target.mansion_no} ${target.name}`,
      })}
      confirmLabel={t("并入")}
      isDanger={false}
      pending={pending}
      onConfirm={() => run("merge", { params, body: { mansion_id: target.id } }, { success: t("已并入"), ...then })}
      onClose={onClose}
    />
  );
}
