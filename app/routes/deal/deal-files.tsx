import { Button, Group, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DealFileList } from "~/app/features/deal/deal-file-list";
import { useFreshAddresses } from "~/app/features/upload/use-fresh-addresses";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import { type AttachmentType, attachmentTypes } from "~/contract/deal/deal-kinds";
import type { DealDetail } from "~/contract/deal/deal-record";
import { formatBytes } from "~/contract/format";

const AttachDialog = lazyPart(() => import("./attach-dialog"), "AttachDialog");

export function DealFiles({ record }: { record: DealDetail }) {
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <div className={`${basic.grid} ${basic.gap16}`}>
      {record.can.attach ? (
        <Button
          type="button"
          variant="default"
          mr="auto"
          className={basic.touch}
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t("上传附件")}
        </Button>
      ) : null}
      {record.attachments.length ? <DealPapers record={record} /> : <Empty title={t("没有附件")} />}
      {isAdding ? <AttachDialog record={record} onDone={close} onClose={close} /> : null}
    </div>
  );
}

export function DealPapers({ record }: { record: DealDetail }) {
  const { remove, dialog } = useActs();
  useFreshAddresses();
  const types = Object.keys(attachmentTypes) as AttachmentType[];
  const groups = types
    .map((type) => ({ type, files: record.attachments.filter((one) => one.type === type) }))
    .filter(({ files }) => files.length);
  return (
    <div className={`${basic.grid} ${basic.gap16}`}>
      {groups.map(({ type, files }) => (
        <section key={type} aria-label={t(attachmentTypes[type])}>
          <Text component="h4" fz={14} fw={600} mb={8}>
            {t(attachmentTypes[type])}
          </Text>
          <ul className={`${basic.list} ${basic.grid} ${basic.gap8}`}>
            {files.map((file) => (
              <Group component="li" key={file.id} gap="6px 12px">
                <DealFileList files={[file]} />
                <span className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
                  {[file.name, formatBytes(file.size), file.by?.name, formatInstant(file.at)]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                {file.can.delete ? (
                  <RowActions
                    about={file.name}
                    actions={[
                      remove(deal.detach, { params: { id: file.id } }, t("{name}将被删除。", { name: file.name })),
                    ]}
                  />
                ) : null}
              </Group>
            ))}
          </ul>
        </section>
      ))}
      {dialog}
    </div>
  );
}
