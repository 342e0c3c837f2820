import { useRef } from "react";
import type { z } from "zod";
import { ActForm } from "~/app/blocks/form/act-form";
import type { Then } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { AnnexFiles, annex, type RequirementRow } from "~/contract/customer/requirement";

type Files = z.output<typeof AnnexFiles>;

interface AddAnnexesProps {
  requirement: RequirementRow;
  /** How many more it may have. */
  room: number;
  onClose: () => void;
}

/** Several files at once, each an annex of its own; what has been added stays added when a later one is refused. */
export function AddAnnexes({ requirement, room, onClose }: AddAnnexesProps) {
  const { run, pending } = useAct();
  const added = useRef(new Set<number>());
  // The answer to one file sends the next: by then this is another render's.
  const runNow = useRef(run);
  runNow.current = run;

  const add = (body: Files, then: Then) => {
    const { media_ids, ...facts } = body;
    const [media_id, ...others] = media_ids.filter((id) => !added.current.has(id));
    if (media_id === undefined) return then(onClose).onSuccess(null);
    const success = others.length ? undefined : t("已添加 {count} 个附件", { count: media_ids.length });
    runNow.current(
      annex.create,
      { body: { ...facts, name: null, requirement_id: requirement.id, media_id } },
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
      title={t("上传附件")}
      about={t("需求 {no}，支持图片、PDF、Word、Excel，最多{max}个文件", {
        no: requirement.requirement_no,
        max: room,
      })}
      form={{
        schema: AnnexFiles,
        fields: [{ name: "media_ids", media: { scene: "annex" } }, "category", "expire_at", "remark"],
        pending,
        submitLabel: t("上传"),
        onSubmit: add,
      }}
      onClose={onClose}
    />
  );
}
