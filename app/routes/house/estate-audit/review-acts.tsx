import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import type { WriteError } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import type { Then } from "~/app/blocks/form/record-form";
import { shortcutProps, useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import {
  ApproveFields,
  checkProblem,
  type DecidedItem,
  type EstateAuditDetail,
  estateAudit,
  RejectFields,
} from "~/contract/house/estate-audit";
import classes from "./review-drawer.module.css";

interface ReviewActsProps {
  record: EstateAuditDetail;
  items: readonly DecidedItem[];
  onComplaint: (complaint: string) => void;
  onDecided: (reply: EstateAuditDetail) => void;
}

export function ReviewActs({ record, items, onComplaint, onDecided }: ReviewActsProps) {
  const { run, pending } = useAct();
  const [opened, setOpened] = useState<"approve" | "reject">();
  const { id, version, audit_no, estate } = record;
  const close = () => setOpened(undefined);
  const askApproval = () => {
    const problem = checkProblem(items);
    if (problem) onComplaint(t(problem));
    else setOpened("approve");
  };
  const toolbar = useRef<HTMLDivElement>(null);
  useShortcuts("drawer", () => [{ key: "mod+Enter", label: t("通过"), run: askApproval }], toolbar);
  const input = { params: { id } };
  const checked = { check_items: items.map(({ key, pass, note }) => ({ key, pass, note })), version };
  const dialog = { about: `${audit_no} ${estate.name}`, onClose: close };
  const shared = { draft: `estate-audit:${id}:${opened}`, pending };
  return (
    <div
      ref={toolbar}
      className={`${classes.acts} ${basic.flex} ${basic.end} ${basic.gap8}`}
      role="toolbar"
      aria-label={t("处理审核")}
    >
      <Button variant="default" onClick={() => setOpened("reject")} disabled={pending}>
        {t("驳回")}
      </Button>
      <Button onClick={askApproval} disabled={pending} {...shortcutProps(t("通过"), "mod+Enter")}>
        {t("通过")}
      </Button>
      {opened === "approve" ? (
        <ActForm
          {...dialog}
          title={t("通过审核")}
          form={{
            ...shared,
            schema: ApproveFields,
            fields: ["note"],
            submitLabel: t("通过"),
            onSubmit: (body, then) =>
              run(
                estateAudit.approve,
                { ...input, body: { ...body, ...checked } },
                { success: t("已通过"), ...ways(then, close, onDecided) },
              ),
          }}
        />
      ) : null}
      {opened === "reject" ? (
        <ActForm
          {...dialog}
          title={t("驳回审核")}
          form={{
            ...shared,
            schema: RejectFields,
            fields: ["reject_reason", "note"],
            submitLabel: t("驳回"),
            onSubmit: (body, then) =>
              run(
                estateAudit.reject,
                { ...input, body: { ...body, ...checked } },
                { success: t("已驳回"), ...ways(then, close, onDecided) },
              ),
          }}
          isDanger
        />
      ) : null}
    </div>
  );
}

/** What was decided or changed by somebody else meanwhile is shown behind the dialog, which goes; what was typed in it is kept as a draft. */
function ways(then: Then, close: () => void, onDecided: ReviewActsProps["onDecided"]) {
  const { onSuccess, onError } = then((reply: EstateAuditDetail) => {
    close();
    onDecided(reply);
  });
  return { onSuccess, onError: (error: WriteError) => (error.code === 42200 ? onError(error) : close()) };
}
