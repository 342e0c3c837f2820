import { useState } from "react";
import { z } from "zod";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { dealFileScene } from "~/app/features/deal/deal-media";
import { t } from "~/app/i18n/t";
import { deal } from "~/contract/deal/deal";
import { attachmentTypes } from "~/contract/deal/deal-kinds";
import type { DealDetail } from "~/contract/deal/deal-record";
import * as field from "~/contract/field";
import { namedDeal } from "./deal-questions";

const Typed = z.object({
  type: field.choice("附件类型", attachmentTypes),
  media_ids: z
    .array(z.number().int().positive())
    .min(1, "请选择附件")
    .max(20, "一次最多20个附件")
    .meta({ label: "附件", control: "media" }),
});

const fields = [
  { name: "type", inSight: true } as const,
  { name: "media_ids", media: { scene: dealFileScene } } as const,
];

interface AttachDialogProps {
  record: DealDetail;
  onDone: () => void;
  onClose: () => void;
}

function typeDue({ status, attachments }: DealDetail): keyof typeof attachmentTypes {
  const has = (type: string) => attachments.some((one) => one.type === type);
  if (status === "subscribed" && !has("contract")) return "contract";
  if (status === "contracted" && !has("delivery")) return "delivery";
  return has("subscribe_form") ? "other" : "subscribe_form";
}

export function AttachDialog({ record, onDone, onClose }: AttachDialogProps) {
  const { run, pending } = useAct();
  const [value] = useState(() => ({ type: typeDue(record), media_ids: [] }));
  return (
    <ActForm
      title={t("上传附件")}
      about={namedDeal(record)}
      form={{
        schema: Typed,
        fields,
        value,
        pending,
        submitLabel: t("上传"),
        onSubmit: ({ type, media_ids }, then) =>
          run(
            deal.attach,
            { params: { id: record.id }, body: { items: media_ids.map((media_id) => ({ type, media_id })) } },
            { success: t("附件已上传"), ...then(onDone) },
          ),
      }}
      onClose={onClose}
    />
  );
}
