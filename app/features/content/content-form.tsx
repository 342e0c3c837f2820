import { Anchor, Box, Button, CopyButton, Group, Stack } from "@mantine/core";
import { Navigate, useNavigate } from "@remix-run/react";
import { IconCopy, IconExternalLink, IconLink, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { DesktopOnly } from "~/app/blocks/feedback/desktop-only";
import { State } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import panel from "~/app/blocks/form/form-panel.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type DraftConflict as Conflict, isLive } from "~/contract/content/publishing";
import { mayCall } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { type ContentKindOf, type ContentRecord, isForDesktop, richNames } from "./content-kind";
import { DraftConflict } from "./draft-conflict";
import { FieldsForm, type Saved } from "./fields-form";
import { EditorsNotice, LifeNotice } from "./form-notices";
import { LifeTag } from "./life-tag";
import { type SaveOption, saveOptionsOf } from "./save-options";
import { useEditing } from "./use-editing";
import { useLifeActs } from "./use-life-acts";

const UtmDialog = lazyPart(() => import("./utm-dialog"), "UtmDialog");

interface ContentHeadProps {
  record: ContentRecord;
  isDraft: boolean;
  actions: readonly (RowAction | false)[];
}

function ContentHead({ record, isDraft, actions }: ContentHeadProps) {
  const { title, publish_status, publish_at, updated_at, updated_by, site_url } = record;
  const [isTagging, setIsTagging] = useState(false);
  const at = publish_at && formatInstant(publish_at);
  const facts = [
    at && (publish_status === "scheduled" ? t("将于{at}发布", { at }) : t("{at}发布", { at })),
    t("{by} {at}更新", { by: updated_by?.name ?? "", at: formatInstant(updated_at) }),
  ].filter(Boolean);
  return (
    <Group component="header" gap="6px 12px">
      <Box component="h2" flex="0 1 100%" m={0} fz={18} className={basic.anywhere}>
        {isDraft ? t("修改稿：{title}", { title }) : title}
      </Box>
      <Group component="span" gap="4px 10px" flex={1} c="dimmed" fz={13}>
        <LifeTag {...record} />
        {facts.join(" · ")}
        {site_url && publish_status === "published" ? (
          <>
            <Anchor href={site_url} target="_blank" rel="noopener" size="sm">
              {t("官网页面")} <IconExternalLink size={14} aria-hidden />
            </Anchor>
            <CopyButton value={site_url}>
              {({ copied, copy }) => (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<IconCopy size={14} aria-hidden />}
                  onClick={copy}
                >
                  {copied ? t("已复制") : t("复制网址")}
                </Button>
              )}
            </CopyButton>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconLink size={14} aria-hidden />}
              onClick={() => setIsTagging(true)}
            >
              {t("推广链接")}
            </Button>
            {isTagging ? <UtmDialog url={site_url} onClose={() => setIsTagging(false)} /> : null}
          </>
        ) : null}
      </Group>
      <RowActions actions={actions} about={title} isTall />
    </Group>
  );
}

interface ContentFormProps {
  kind: ContentKindOf;
  record: ContentRecord | undefined;
  isDraft: boolean;
}

export function ContentForm({ kind, record, isDraft }: ContentFormProps) {
  const navigate = useNavigate();
  const profile = useProfile();
  // As when opened: a narrower window must not lose typed text. Formatted texts are written on the desktop (domain D.0).
  const [isTooSmall] = useState(useIsPhone() && isForDesktop(kind));
  const [complaints, setComplaints] = useState<readonly FieldError[]>([]);
  const [conflict, setConflict] = useState<Conflict>();
  const { run, pending } = useAct();
  const leave = () => navigate(kind.listPath);
  const life = useLifeActs(kind, { isInForm: true, isDraft, onGone: leave });
  const { endpoints, formPath } = kind;

  function follow(way: SaveOption, saved: Saved, values: FormValues) {
    // A new piece is in its first version.
    const { id, version = 1 } = saved;
    const params = { id };
    const refused = { onError: ({ fields }: { fields: readonly FieldError[] }) => setComplaints(fields) };
    setComplaints([]);
    if (way.next === "publish")
      run(endpoints.publish, { params, body: { version } }, { success: t("已发布"), ...refused });
    if (way.next === "schedule")
      life.schedule({ id, version, title: String(values.title), publish_status: "draft", publish_at: null });
    if (way.next === "publishDraft") publishDraft(id, saved.draft?.version ?? 0);
    else if (way.as === "new") navigate(formPath(id), { replace: true });
    else if (way.as === "draft" && !isDraft) navigate(formPath(id, true), { replace: true });
  }
  const publishDraft = (id: number, draft_version: number) =>
    run(
      endpoints.publishDraft,
      { params: { id }, body: { draft_version } },
      {
        success: t("修改稿已发布"),
        onSuccess: () => navigate(formPath(id), { replace: true }),
        onError: ({ code, data, fields }) => {
          setComplaints(fields);
          if (code === 40901) setConflict(data as Conflict);
        },
      },
    );

  // A user who may not publish works on the draft copy, if there is one.
  if (record?.draft && !isDraft && isLive(record.publish_status) && !record.can.save_live)
    return <Navigate to={formPath(record.id, true)} replace />;
  if (isTooSmall)
    return (
      <>
        <ScreenHeading />
        <DesktopOnly backTo={kind.listPath} />
      </>
    );
  const ways = saveOptionsOf({ record, isDraft, mayPublish: mayCall(profile, endpoints.publish) });
  return (
    <Stack gap={16} maw={1320}>
      <ScreenHeading />
      {record ? <ContentHead record={record} isDraft={isDraft} actions={life.actionsOf(record)} /> : null}
      {record ? <Presence key={record.id} kind={kind} record={record} /> : null}
      {record ? (
        <LifeNotice {...{ kind, record, isDraft }} onDropped={() => navigate(formPath(record.id), { replace: true })} />
      ) : null}
      {record && conflict ? (
        <DraftConflict
          {...{ kind, record, conflict }}
          onDone={() => {
            setConflict(undefined);
            navigate(formPath(record.id), { replace: true });
          }}
          onClose={() => setConflict(undefined)}
        />
      ) : null}
      <section
        className={panel.panel}
        data-has-many={richNames(kind).length > 2 || undefined}
        aria-label={record?.title ?? t("内容")}
      >
        {record && !record.can.edit ? (
          <State icon={IconLock} title={t("您没有编辑该内容的权限")} />
        ) : (
          <FieldsForm
            key={`${record?.id}:${isDraft}`}
            {...{ kind, record, isDraft, ways, complaints, pending }}
            onSaved={follow}
            onCancel={leave}
          />
        )}
      </section>
      {life.dialog}
    </Stack>
  );
}

function Presence({ kind, record }: { kind: ContentKindOf; record: ContentRecord }) {
  return <EditorsNotice editors={useEditing(kind.kind, record.id, record.editors)} />;
}
