import { useNavigate } from "@remix-run/react";
import { RecordForm } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { MansionCreate, type MansionDetail, MansionUpdate } from "~/contract/house/mansion";
import classes from "./mansion-edit.module.css";
import { sections } from "./mansion-sections";
import { listPath, type MansionAction } from "./mansion-writes";
import { useSimilar } from "./use-similar";

interface MansionFormProps {
  record: MansionDetail | undefined;
  onMade: (id: number) => void;
}

/** The fields of a building: a new one, or one that is changed. */
export function MansionForm({ record, onMade }: MansionFormProps) {
  const navigate = useNavigate();
  const { run, pending } = useAct<MansionAction>();
  const { heard, ...similar } = useSimilar(record);
  const shared = { sections, pending, isLong: true, onCancel: () => navigate(listPath), ...similar };
  return (
    <section className={classes.panel} aria-label={t("楼栋资料")}>
      {record ? (
        <RecordForm
          {...shared}
          schema={MansionUpdate}
          value={record}
          extra={{ version: record.version }}
          draft={`mansion:${record.id}`}
          onSubmit={(body, then) =>
            run("update", { params: { id: record.id }, body }, { success: t("已保存"), ...heard(then()) })
          }
        />
      ) : (
        <RecordForm
          {...shared}
          schema={MansionCreate}
          value={{}}
          draft="mansion-new"
          onSubmit={(body, then) => {
            const { onSuccess, onError } = heard(then());
            run(
              "create",
              { body },
              {
                success: t("已新增"),
                onSuccess: (made) => {
                  onSuccess(made);
                  onMade(made.id);
                },
                onError,
              },
            );
          }}
        />
      )}
    </section>
  );
}
