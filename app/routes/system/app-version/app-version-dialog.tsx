import { Anchor, Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Value } from "~/app/blocks/detail/value";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection } from "~/app/blocks/form/record-form";
import type { FormValues } from "~/app/blocks/form/schema-fields";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { AppVersionBody, AppVersionColumns, type AppVersionDetail } from "~/contract/system/app-version";
import type { AppVersionAction } from "./app-version-writes";

interface AppVersionDialogProps {
  asked: "add" | "edit" | "view";
  record: AppVersionDetail | undefined;
  onClose: () => void;
}

/** What the list of versions opens: a new one, a draft to change, or one to read. */
export function AppVersionDialog({ asked, record, onClose }: AppVersionDialogProps) {
  if (asked === "add") return <Edit onClose={onClose} />;
  if (!record) return null;
  return asked === "edit" && record.can.edit ? (
    <Edit record={record} onClose={onClose} />
  ) : (
    <View record={record} onClose={onClose} />
  );
}

function Edit({ record, onClose }: { record?: AppVersionDetail; onClose: () => void }) {
  const { run, pending } = useAct<AppVersionAction>();
  const [sections] = useState(() => sectionsOf(record));
  return (
    <Dialog onClose={onClose} size="xl" title={record ? t("编辑APP版本") : t("新增APP版本")}>
      <LazyRecordForm
        schema={AppVersionBody}
        sections={sections}
        value={record ? { ...record } : {}}
        draft={record ? `app-version:${record.id}` : "app-version-new"}
        isInDialog
        pending={pending}
        submitLabel={t("保存草稿")}
        onSubmit={(body, then) => {
          const told = { success: t("草稿已保存"), ...then(onClose) };
          if (record) run("update", { params: { id: record.id }, body }, told);
          else run("create", { body }, told);
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

const isAndroid = ({ platform }: FormValues) => platform === "android";
const isApple = ({ platform }: FormValues) => platform === "ios";

const sectionsOf = (record: AppVersionDetail | undefined): FormSection<typeof AppVersionBody>[] => [
  {
    title: "版本",
    fields: ["platform", "update_type", "version", "build", "min_supported", "gray_percent"],
  },
  {
    title: "内容",
    fields: [
      { name: "title", isWide: true },
      { name: "notes", isWide: true },
      { name: "store_url", when: isApple, isWide: true },
      {
        name: "package_id",
        when: isAndroid,
        media: { scene: "package", known: record?.package ? [record.package] : [] },
      },
    ],
  },
];

function View({ record, onClose }: { record: AppVersionDetail; onClose: () => void }) {
  const said = (name: keyof typeof AppVersionColumns.shape & keyof AppVersionDetail) => (
    <Value field={{ ...AppVersionColumns.shape[name].meta(), name }} value={record[name]} />
  );
  const { package: file, store_url } = record;
  return (
    <Dialog onClose={onClose} size="lg" title={`${record.title} ${record.version}`}>
      <Stack gap="lg">
        <FactList
          facts={[
            { label: t("平台"), value: said("platform") },
            { label: t("状态"), value: said("status") },
            { label: "Build", value: String(record.build) },
            { label: t("更新方式"), value: said("update_type") },
            { label: t("最低支持版本"), value: record.min_supported ?? t("不限") },
            { label: t("灰度比例"), value: `${record.gray_percent}%` },
            { label: t("发布时间"), value: formatInstant(record.released_at) },
            store_url !== null && {
              label: t("商店地址"),
              value: (
                <Anchor href={store_url} target="_blank" rel="noreferrer">
                  {store_url}
                </Anchor>
              ),
              isWide: true,
            },
            file !== null && { label: t("安装包"), value: <Anchor href={file.url}>{file.name}</Anchor>, isWide: true },
            { label: t("更新说明"), value: record.notes, isWide: true },
          ]}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("关闭")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
