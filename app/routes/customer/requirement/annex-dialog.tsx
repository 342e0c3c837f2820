import { useRef } from "react";
import type { z } from "zod";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { ActForm } from "~/app/blocks/form/act-form";
import type { Then } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import {
  AnnexFacts,
  AnnexFiles,
  type AnnexRow,
  AnnexVerify,
  type RequirementRow,
} from "~/contract/customer/requirement";
import type { RequirementAction } from "./requirement-writes";

/** What is asked before an act on annexes. */
export type AskedAnnex =
  | { act: "add"; requirement: RequirementRow; room: number }
  | { act: "edit" | "verify" | "remove"; row: AnnexRow };

interface AnnexDialogProps {
  asked: AskedAnnex;
  onClose: () => void;
}

/** The dialogs of annexes; fetched with the first of them. */
export function AnnexDialog({ asked, onClose }: AnnexDialogProps) {
  const { run, pending } = useAct<RequirementAction>();
  if (asked.act === "add") return <AddAnnexes {...asked} onClose={onClose} />;
  const { row } = asked;
  const params = { id: row.id };
  const about = t("{requirement} 的附件：{name}", { requirement: row.requirement.name, name: row.name });
  switch (asked.act) {
    case "edit":
      return (
        <ActForm
          title={t("编辑附件")}
          about={about}
          schema={AnnexFacts}
          fields={["name", "category", "expire_at", "remark"]}
          value={row}
          pending={pending}
          onSubmit={(facts, then) =>
            run(
              "updateAnnex",
              { params, body: { ...facts, media_id: null } },
              { success: t("已保存"), ...then(onClose) },
            )
          }
          onClose={onClose}
        />
      );
    case "verify":
      return (
        <ActForm
          title={t("核验附件")}
          about={about}
          schema={AnnexVerify}
          fields={["verified", "verify_note"]}
          value={row.verified === "unverified" ? {} : row}
          pending={pending}
          onSubmit={(body, then) =>
            run("verifyAnnex", { params, body }, { success: t("核验结果已保存"), ...then(onClose) })
          }
          onClose={onClose}
        />
      );
    case "remove":
      return (
        <Confirm
          title={t("删除附件")}
          text={t("确定删除附件【{name}】？文件将一并删除，不能恢复。", { name: row.name })}
          confirmLabel={t("删除")}
          pending={pending}
          onConfirm={() => run("removeAnnex", { params }, { success: t("已删除"), onSuccess: onClose })}
          onClose={onClose}
        />
      );
  }
}

type Files = z.output<typeof AnnexFiles>;

/** Several files at once, each an annex of its own; what has been added stays added when a later one is refused. */
function AddAnnexes({
  requirement,
  room,
  onClose,
}: {
  requirement: RequirementRow;
  room: number;
  onClose: () => void;
}) {
  const { run, pending } = useAct<RequirementAction>();
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
      "createAnnex",
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
      schema={AnnexFiles}
      fields={[{ name: "media_ids", media: { scene: "annex" } }, "category", "expire_at", "remark"]}
      pending={pending}
      onSubmit={add}
      onClose={onClose}
    />
  );
}
