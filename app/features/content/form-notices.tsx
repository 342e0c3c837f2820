import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group } from "@mantine/core";
import { IconInfoCircle, IconUsers } from "@tabler/icons-react";
import { formatInstant, formatMoment } from "~/app/blocks/detail/format";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { type Approval, approvalActs } from "~/contract/content/approval";
import { type Editor, isLive } from "~/contract/content/publishing";
import classes from "./content.module.css";
import type { ContentKindOf, ContentRecord } from "./content-kind";

export function EditorsNotice({ editors }: { editors: readonly Editor[] }) {
  if (editors.length === 0) return null;
  const names = editors.map(({ name, since }) => t("{name}（{at}起）", { name, at: formatMoment(since) })).join("、");
  return (
    <Alert color="orange" icon={<IconUsers aria-hidden />} p="sm" role="status">
      {t("{names}正在编辑同一内容。建议先联系对方，避免互相覆盖；后保存的一方会看到差异并逐项选择。", { names })}
    </Alert>
  );
}

interface LifeNoticeProps {
  kind: ContentKindOf;
  record: ContentRecord;
  isDraft: boolean;
  onDropped: () => void;
}

export function LifeNotice({ kind, record, isDraft, onDropped }: LifeNoticeProps) {
  const { confirm, dialog } = useConfirm();
  const { id, title, draft, can, publish_status } = record;
  const drop = () =>
    confirm(
      kind.endpoints.dropDraft,
      { params: { id } },
      {
        text: t("《{title}》的修改稿将被删除，公开的内容不变。", { title }),
        confirmLabel: t("放弃修改稿"),
        success: t("已放弃修改稿"),
        onSuccess: onDropped,
      },
    );
  if (isDraft)
    return (
      <Notice isWarning={draft?.is_stale ?? false}>
        <span>
          {t("这是修改稿，发布前对外仍显示原内容。")}
          {draft?.is_stale ? t("公开的内容在修改稿开始后又有改动，发布时需逐项核对。") : null}
        </span>
        <Button component={Link} to={kind.formPath(id)} size="compact-sm" variant="default">
          {t("看公开的内容")}
        </Button>
        {can.edit ? (
          <Button size="compact-sm" variant="default" onClick={drop}>
            {t("放弃修改稿")}
          </Button>
        ) : null}
        {dialog}
      </Notice>
    );
  if (draft)
    return (
      <Notice>
        <span>{t("有一份修改稿（{by} {at}）。", { by: draft.by?.name ?? "", at: formatInstant(draft.at) })}</span>
        <Button component={Link} to={kind.formPath(id, true)} size="compact-sm">
          {t("继续编辑修改稿")}
        </Button>
      </Notice>
    );
  if (!isLive(publish_status)) return null;
  return (
    <Notice>
      {can.save_live
        ? t("内容已公开或已定时：“更新公开内容”或“更新定时内容”保存后立即生效，“存为修改稿”不影响公开的内容。")
        : t("内容已公开或已定时，您的修改存为修改稿，由有发布权限的同事发布。")}
    </Notice>
  );
}

/** What waits for a second person, or came back (domain C.7). */
export function ApprovalNotice({ approval: { status, act, publish_at, by, at, reason } }: { approval: Approval }) {
  const who = { by: by?.name ?? "", at: formatInstant(at) };
  if (status === "returned")
    return <Notice isWarning>{t("审核已退回（{by} {at}提交）：{reason}", { ...who, reason: reason ?? "" })}</Notice>;
  const what =
    act === "schedule" && publish_at ? t("定于{at}发布", { at: formatInstant(publish_at) }) : t(approvalActs[act]);
  return <Notice>{t("{by} {at}提交审核：{what}。修改后须重新提交。", { ...who, what })}</Notice>;
}

const Notice = ({ isWarning = false, children }: { isWarning?: boolean; children: React.ReactNode }) => (
  <Alert color={isWarning ? "orange" : "brand"} icon={<IconInfoCircle aria-hidden />} p="sm">
    <Group gap="8px 12px" className={classes.notice}>
      {children}
    </Group>
  </Alert>
);
