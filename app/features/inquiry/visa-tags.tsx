import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type CaseStage, caseStages } from "~/contract/inquiry/inquiry-kinds";
import { visaDisclaimer, visaTotal } from "~/contract/inquiry/visa-check";

const colors: Partial<Record<CaseStage, TagColor>> = {
  consulting: "cyan",
  visa_issued: "green",
  refused: "red",
  withdrawn: "gray",
};

export const CaseStageTag = ({ stage }: { stage: CaseStage }) => (
  <Tag color={colors[stage] ?? "brand"}>{t(caseStages[stage])}</Tag>
);

export const VisaMetTag = ({ met }: { met: number }) => (
  <Tag color={met === visaTotal ? "green" : "gray"} title={t(visaDisclaimer)}>
    {t("达标 {met}/{total}", { met, total: visaTotal })}
  </Tag>
);
