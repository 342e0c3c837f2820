import "@mantine/core/styles/Radio.css";
import { Alert, Box, Button, Group, Radio } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "~/app/api/call";
import type { WriteEndpoint } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { DraftConflict as Conflict } from "~/contract/content/publishing";
import type { ContentKindOf, ContentRecord } from "./content-kind";
import { Differences } from "./differences";

interface DraftConflictProps {
  kind: ContentKindOf;
  record: ContentRecord;
  conflict: Conflict;
  onDone: () => void;
  onClose: () => void;
}

/** The public version has changed since the draft copy was made: for each field the user chooses one of the two. */
export function DraftConflict({ kind: { endpoints }, record, conflict, onDone, onClose }: DraftConflictProps) {
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const [isReading, setIsReading] = useState(false);
  const save = useAct();
  const publish = useAct();
  const { is_content_reviewed: isReviewed } = useProfile();
  const params = { id: record.id };
  // A field changed on one side takes that side; if both changed it, the user chooses.
  const sideOf = ({ field, side }: Conflict["fields"][number]) => picked[field] ?? (side === "live" ? "live" : "draft");
  const isOpen = conflict.fields.some(({ field, side }) => side === "both" && !picked[field]);

  async function resolve() {
    setIsReading(true);
    // The draft copy too: the typed text was just saved into it.
    const read = await Promise.all([call(endpoints.get, { params }), call(endpoints.draft, { params })]).catch(
      () => undefined,
    );
    setIsReading(false);
    if (!read) return;
    const [live, mine] = read;
    const ofLive = conflict.fields.filter((one) => sideOf(one) === "live").map(({ field }) => field);
    const fields = Object.keys(endpoints.create.body.shape).map((name) => [
      name,
      (ofLive.includes(name) ? live : mine)[name],
    ]);
    const over = { base_version: conflict.version, draft_version: mine.draft?.version };
    // Values of the kind's own fields, as the server sent them.
    save.run<WriteEndpoint>(
      endpoints.saveDraft,
      { params, body: { ...Object.fromEntries(fields), ...over } } as object,
      {
        onSuccess: (reply) => {
          const draft_version = (reply as ContentRecord).draft?.version ?? 0;
          const [endpoint, success] = isReviewed
            ? [endpoints.submitDraft, t("已提交审核")]
            : [endpoints.publishDraft, t("修改稿已发布")];
          publish.run(endpoint, { params, body: { draft_version } }, { success, onSuccess: onDone });
        },
      },
    );
  }
  return (
    <Alert
      aria-label={t("公开的内容已被修改")}
      icon={<IconGitMerge aria-hidden />}
      color="orange"
      variant="outline"
      title={t("公开的内容已被修改")}
    >
      <p>{t("修改稿开始后，公开的内容又有改动。请逐项选择要发布的内容，两边都改过的必须选择。")}</p>
      {conflict.fields.map((one) => (
        <Box key={one.field} py={12} className={basic.overlined}>
          <Differences list={[one]} before={t("公开的内容")} after={t("修改稿")} />
          <Radio.Group
            label={t("{label}保留", { label: t(one.label) })}
            value={one.side === "both" ? (picked[one.field] ?? null) : sideOf(one)}
            onChange={(side) => setPicked({ ...picked, [one.field]: side })}
          >
            <Group gap="lg">
              <Radio value="live" label={t("用公开的内容")} />
              <Radio value="draft" label={t("用修改稿")} />
            </Group>
          </Radio.Group>
        </Box>
      ))}
      <Group gap="sm" mt="md">
        <Button onClick={resolve} disabled={isOpen} loading={isReading || save.pending || publish.pending}>
          {isReviewed ? t("按所选内容提交审核") : t("按所选内容发布")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("暂不发布")}
        </Button>
      </Group>
    </Alert>
  );
}
