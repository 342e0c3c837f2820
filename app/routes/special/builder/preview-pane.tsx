import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import type { ContentRecord } from "~/app/features/content/content-kind";
import { t } from "~/app/i18n/t";
import { special } from "~/contract/special/special";
import classes from "./builder.module.css";

export function PreviewPane({ record, isDraft }: { record: ContentRecord | undefined; isDraft: boolean }) {
  const [width, setWidth] = useState("phone");
  return (
    <section className={`${basic.column} ${basic.gap10}`} aria-label={t("页面预览")}>
      <div className={`${basic.row} ${basic.between} ${basic.gap8}`}>
        <SegmentedControl
          size="xs"
          aria-label={t("预览宽度")}
          data={[
            { value: "phone", label: t("手机") },
            { value: "desktop", label: t("桌面") },
          ]}
          value={width}
          onChange={setWidth}
        />
        <Text size="xs" c="dimmed">
          {record ? t("显示已保存的内容") : t("保存后在这里预览")}
        </Text>
      </div>
      {record ? (
        <Frame key={`${record.version}:${record.draft?.version}:${isDraft}`} {...{ id: record.id, isDraft, width }} />
      ) : (
        <div className={`${classes.screen} ${basic.clipped} ${basic.bordered} ${basic.rounded}`} />
      )}
    </section>
  );
}

function Frame({ id, isDraft, width }: { id: number; isDraft: boolean; width: string }) {
  const link = useCall(special.previewLink, { params: { id }, query: isDraft ? { draft: true } : {} });
  return (
    <AsyncPart {...link}>
      {({ url }) => (
        <div className={`${classes.screen} ${basic.clipped} ${basic.bordered} ${basic.rounded}`} data-width={width}>
          <iframe title={t("页面预览")} src={url} />
        </div>
      )}
    </AsyncPart>
  );
}
