import { useNavigate } from "@remix-run/react";
import panel from "~/app/blocks/form/form-panel.module.css";
import { RecordForm } from "~/app/blocks/form/record-form";
import { recordForm, useRecordForm } from "~/app/blocks/form/use-record-form";
import { t } from "~/app/i18n/t";
import { type MansionDetail, mansion } from "~/contract/house/mansion";
import { listPath } from "./mansion-paths";
import { sections } from "./mansion-sections";
import { useSimilar } from "./use-similar";

const form = recordForm({
  create: mansion.create,
  update: mansion.update,
  draft: "mansion",
  sections: (_record?: MansionDetail) => sections,
});

interface MansionFormProps {
  record: MansionDetail | undefined;
  onCreated: (id: number) => void;
}

/** The fields of a building: a new one, or one that is changed. */
export function MansionForm({ record, onCreated }: MansionFormProps) {
  const navigate = useNavigate();
  const { notice, onLeave, onError } = useSimilar(record);
  const bound = useRecordForm(form, record, { onCreated: ({ id }) => onCreated(id), onError });
  return (
    <section className={panel.panel} aria-label={t("楼栋资料")}>
      <RecordForm form={bound} isLong notice={notice} onLeave={onLeave} onCancel={() => navigate(listPath)} />
    </section>
  );
}
