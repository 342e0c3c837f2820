import { useState } from "react";
import { download } from "~/app/api/download";
import { toast } from "~/app/api/toast";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { ContentReportQuery, contentReport } from "~/contract/site/content-report";

/** 内容报表: what each author has in each category, and what its readers did in these days, as a file. */
export function ContentReport({ onClose }: { onClose: () => void }) {
  const [pending, setPending] = useState(false);
  const send = async (query: { from: string; to: string }) => {
    setPending(true);
    const isDone = await download(contentReport.export, { query }).then(
      () => true,
      // The download has shown why.
      () => false,
    );
    setPending(false);
    if (!isDone) return;
    toast.success(t("导出完成"));
    onClose();
  };
  return (
    <ActForm
      title={t("内容报表")}
      about={t("按作者和分类统计公开的内容及其浏览、询盘和成交，含您有权查看的各类内容。操作会被记录。")}
      form={{
        schema: ContentReportQuery,
        fields: ["from", "to"],
        value: { from: shanghaiDay(-29), to: shanghaiDay() },
        pending,
        submitLabel: t("导出"),
        onSubmit: send,
      }}
      onClose={onClose}
    />
  );
}
