import { AddFiles } from "~/app/features/annex/add-files";
import { t } from "~/app/i18n/t";
import { AnnexFiles, annex, type RequirementRow } from "~/contract/customer/requirement";

interface AddAnnexesProps {
  requirement: RequirementRow;
  room: number;
  onClose: () => void;
}

export const AddAnnexes = ({ requirement: { id, requirement_no }, room, onClose }: AddAnnexesProps) => (
  <AddFiles
    title={t("上传附件")}
    about={t("需求 {no}，支持图片、PDF、Word、Excel，最多{max}个文件", { no: requirement_no, max: room })}
    schema={AnnexFiles}
    send={(run, file, then) => run(annex.create, { body: { ...file, requirement_id: id } }, then)}
    done={(count) => t("已添加 {count} 个附件", { count })}
    onClose={onClose}
  />
);
