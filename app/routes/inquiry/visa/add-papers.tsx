import { AddFiles } from "~/app/features/annex/add-files";
import { t } from "~/app/i18n/t";
import type { Ref } from "~/contract/common";
import { PaperFiles, visa } from "~/contract/inquiry/visa";

interface AddPapersProps {
  caseId: number;
  requirement: Ref | undefined;
  room: number;
  onClose: () => void;
}

export const AddPapers = ({ caseId, requirement, room, onClose }: AddPapersProps) => (
  <AddFiles
    title={t("上传材料")}
    about={
      requirement
        ? t("保存到客户的需求 {no}，支持图片、PDF、Word、Excel", { no: requirement.name })
        : t("保存到本案件，支持图片、PDF、Word、Excel，还可添加{max}个文件", { max: room })
    }
    schema={PaperFiles}
    send={(run, file, then) => {
      const body = { ...file, requirement_id: requirement?.id ?? null };
      run(visa.addPaper, { params: { id: caseId }, body }, then);
    }}
    done={(count) => t("已添加 {count} 个材料", { count })}
    onClose={onClose}
  />
);
