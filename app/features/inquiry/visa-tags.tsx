import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type CaseStage, caseStages } from "~/contract/inquiry/inquiry-kinds";
import { visaDisclaimer, visaTotal } from "~/contract/inquiry/visa-check";

/** Under way, granted, refused, over. */
const colors: Partial<Record<CaseStage, TagColor>> = {
  consulting: "cyan",
  visa_issued: "green",
  refused: "red",
  withdrawn: "gray",
};

export function CaseStageTag({ stage }: { stage: CaseStage }) {
  return <Tag color={colors[stage] ?? "brand"}>{t(caseStages[stage])}</Tag>;
}

export function VisaMetTag({ met }: { met: number }) {
  return (
    <Tag color={met === visaTotal ? "green" : "gray"} title={t(visaDisclaimer)}>
      {t("达标 {met}/{total}", { met, total: visaTotal })}
    </Tag>
  );
}
