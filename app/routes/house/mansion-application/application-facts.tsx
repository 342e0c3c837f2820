import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { Pictures } from "~/app/features/album/pictures";
import { t } from "~/app/i18n/t";
import { type ApplicationDetail, applicantTypes } from "~/contract/house/mansion-application";

/** The applicant, the request, and its evidence. */
export function ApplicationFacts({ record }: { record: ApplicationDetail }) {
  const { mansion_name, district, applicant_name, applicant_type, contact, created_at, evidence } = record;
  return (
    <Panel title={t("申请信息")}>
      <FactList
        facts={[
          { label: t("楼栋名"), value: mansion_name },
          { label: t("区域"), value: district },
          { label: t("申请时间"), value: formatInstant(created_at) },
          { label: t("申请人"), value: applicant_name },
          {
            label: t("申请人类型"),
            value: t(applicantTypes[applicant_type as keyof typeof applicantTypes] ?? applicant_type),
          },
          { label: t("联系方式"), value: contact },
          evidence.length > 0 && { label: t("证明材料"), value: <Pictures pictures={evidence} />, isWide: true },
        ]}
      />
    </Panel>
  );
}
