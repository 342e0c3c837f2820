import { Button, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { isLive, mostRevisions, type RevisionRow, revisionActs } from "~/contract/content/publishing";
import classes from "./content.module.css";
import type { ContentKindOf, LifeRow } from "./content-kind";
import { Differences } from "./differences";

interface RevisionsProps {
  kind: ContentKindOf;
  row: LifeRow;
  onClose: () => void;
}

export function RevisionsDrawer({ kind, row, onClose }: RevisionsProps) {
  const list = useCall(kind.endpoints.revisions, { params: { id: row.id } });
  const isPhone = useIsPhone();
  return (
    <SideDrawer title={t("历史版本：{title}", { title: row.title })} size={isPhone ? "100%" : 1040} onClose={onClose}>
      <AsyncPart {...list}>{(versions) => <Versions {...{ kind, row, versions, onClose }} />}</AsyncPart>
    </SideDrawer>
  );
}

function Versions({ kind, row, versions, onClose }: RevisionsProps & { versions: readonly RevisionRow[] }) {
  const [chosen, setChosen] = useState(() => (versions.find(({ is_present }) => !is_present) ?? versions[0])?.id);
  const version = versions.find(({ id }) => id === chosen);
  return (
    <div className={basic.columns} style={{ "--columns": "240px minmax(0, 1fr)", alignItems: "start", gap: 20 }}>
      <nav aria-label={t("历史版本")} className={`${basic.column} ${basic.gap2} ${classes.versions}`}>
        {versions.map(({ id, no, act, at, by, changed, is_live, is_present }) => (
          <UnstyledButton
            key={id}
            className={`${basic.column} ${basic.gap2} ${basic.size13} ${classes.version} ${basic.sinks}`}
            aria-current={id === chosen ? "true" : undefined}
            onClick={() => setChosen(id)}
          >
            <Group component="span" gap={6}>
              <b>{t("第{no}版", { no })}</b>
              {t(revisionActs[act])}
              {is_present ? <Tag color="green">{t("当前")}</Tag> : is_live ? <Tag>{t("曾公开")}</Tag> : null}
            </Group>
            <small className={`${basic.dim} ${basic.size12}`}>
              {[formatInstant(at), by?.name].filter(Boolean).join(" · ")}
            </small>
            {changed.length ? (
              <small className={`${basic.dim} ${basic.size12}`}>{changed.map((label) => t(label)).join("、")}</small>
            ) : null}
          </UnstyledButton>
        ))}
        <Text component="small" c="dimmed" fz={12} p="8px 10px">
          {t("保留最近{n}个版本", { n: mostRevisions })}
        </Text>
      </nav>
      {version ? <Version key={version.id} {...{ kind, row, version, onClose }} /> : null}
    </div>
  );
}

function Version({ kind, row, version, onClose }: RevisionsProps & { version: RevisionRow }) {
  const { id, no, is_present } = version;
  const params = { id: row.id, revision_id: id };
  const detail = useCall(kind.endpoints.revision, { params });
  const { confirm, dialog } = useConfirm();
  const mayRestore = !is_present && row.can.edit && (!isLive(row.publish_status) || row.can.save_live);
  const restore = () =>
    confirm(
      kind.endpoints.restore,
      { params, body: { version: row.version } },
      {
        text: isLive(row.publish_status)
          ? t("《{title}》恢复为第{no}版，对外的内容立即改变；现在的内容留在历史版本中。", { title: row.title, no })
          : t("《{title}》恢复为第{no}版；现在的内容留在历史版本中。", { title: row.title, no }),
        confirmLabel: t("恢复"),
        isDanger: false,
        success: t("已恢复为第{no}版", { no }),
        onSuccess: onClose,
      },
    );
  return (
    <Stack component="section" gap={16} aria-label={t("第{no}版", { no })}>
      <Group justify="space-between" gap={8} mih={36}>
        <b>{is_present ? t("当前内容") : t("第{no}版与当前内容的差异", { no })}</b>
        {mayRestore ? <Button onClick={restore}>{t("恢复此版本")}</Button> : null}
      </Group>
      <AsyncPart {...detail}>
        {({ diff }) => <Differences list={diff} before={t("第{no}版", { no })} after={t("当前")} />}
      </AsyncPart>
      {dialog}
    </Stack>
  );
}
