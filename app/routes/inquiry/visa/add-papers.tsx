import { useRef } from "react";
import type { z } from "zod";
import { ActForm } from "~/app/blocks/form/act-form";
import type { Then } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import type { Ref } from "~/contract/common";
import { PaperFiles, visa } from "~/contract/inquiry/visa";

type Files = z.output<typeof PaperFiles>;

interface AddPapersProps {
  caseId: number;
  /** The requirement of the customer that keeps them, in place of the case. */
  requirement: Ref | undefined;
  /** How many more the case takes. */
  room: number;
  onClose: () => void;
}

/** Several papers at once, each by its own call; what has been added stays added when a later one is refused. */
export function AddPapers({ caseId, requirement, room, onClose }: AddPapersProps) {
  const { run, pending } = useAct();
  const added = useRef(new Set<number>());
  // The answer to one file sends the next: by then this is another render's.
  const runNow = useRef(run);
  runNow.current = run;

  const add = (body: Files, then: Then) => {
    const { media_ids, ...facts } = body;
    const [media_id, ...others] = media_ids.filter((id) => !added.current.has(id));
    if (media_id === undefined) return then(onClose).onSuccess(null);
    const success = others.length ? undefined : t("已添加 {count} 个材料", { count: media_ids.length });
    runNow.current(
      visa.addPaper,
      {
        params: { id: caseId },
        body: { ...facts, name: null, media_id, requirement_id: requirement?.id ?? null },
      },
      {
        success,
        onSuccess: () => {
          added.current.add(media_id);
          add(body, then);
        },
        onError: then().onError,
      },
    );
  };
  return (
    <ActForm
      title={t("上传材料")}
      about={
        requirement
          ? t("保存到客户的需求 {no}，支持图片、PDF、Word、Excel", { no: requirement.name })
          : t("保存到本案件，支持图片、PDF、Word、Excel，还可添加{max}个文件", { max: room })
      }
      form={{
        schema: PaperFiles,
        fields: [{ name: "media_ids", media: { scene: "annex" } }, "category", "expire_at", "remark"],
        pending,
        submitLabel: t("上传"),
        onSubmit: add,
      }}
      onClose={onClose}
    />
  );
}
