import { Anchor, Stack } from "@mantine/core";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Value } from "~/app/blocks/detail/value";
import { Dialog, DialogClose } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { type AppVersionDetail, AppVersionRow } from "~/contract/system/app-version";

export function AppVersionView({ record, onClose }: { record: AppVersionDetail; onClose: () => void }) {
  const worded = (name: keyof typeof AppVersionRow.shape & keyof AppVersionDetail) => (
    <Value field={metaOf(AppVersionRow.shape[name])} value={record[name]} />
  );
  const { package: file, store_url } = record;
  return (
    <Dialog onClose={onClose} size="lg" title={`${record.title} ${record.version}`}>
      <Stack gap="lg">
        <FactList
          facts={[
            { label: t("平台"), value: worded("platform") },
            { label: t("状态"), value: worded("status") },
            { label: "Build", value: String(record.build) },
            { label: t("更新方式"), value: worded("update_type") },
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
        <DialogClose onClose={onClose} />
      </Stack>
    </Dialog>
  );
}
