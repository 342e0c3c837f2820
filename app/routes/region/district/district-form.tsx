import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { DistrictCreate, type DistrictDetail, DistrictUpdate } from "~/contract/region/district";
import classes from "./district.module.css";
import { editPath, listPath } from "./district-paths";
import type { DistrictAction } from "./district-writes";

interface DistrictFormProps {
  record: DistrictDetail | undefined;
  /** What a new one begins with. */
  begin: { country_code: string | null; parent_id: number | null };
}

/** The fields of a district: a new one, or one that is changed. */
export function DistrictForm({ record, begin }: DistrictFormProps) {
  const navigate = useNavigate();
  const { run, pending } = useAct<DistrictAction>();
  const [sections] = useState(() => sectionsOf(record));
  const country = record?.country_code ?? begin.country_code;
  const listed = country ? listPath(country, record?.level ?? 1, record?.parent_id) : undefined;
  // Back to the very place in the list, where one came from it.
  const leave = () => (window.history.state?.idx > 0 || !listed ? navigate(-1) : navigate(listed));
  const shared = { sections, pending, isLong: true, onCancel: leave };
  return (
    <section className={classes.panel} aria-label={t("区域资料")}>
      {record ? (
        <RecordForm
          {...shared}
          schema={DistrictUpdate}
          value={record}
          extra={{ version: record.version }}
          draft={`district:${record.id}`}
          onSubmit={(body, then) =>
            run("update", { params: { id: record.id }, body }, { success: t("已保存"), ...then() })
          }
        />
      ) : (
        <RecordForm
          {...shared}
          schema={DistrictCreate}
          value={begin}
          draft="district-new"
          onSubmit={(body, then) => {
            const { onSuccess, onError } = then();
            run(
              "create",
              { body },
              {
                success: t("已新增"),
                onSuccess: (made) => {
                  onSuccess(made);
                  navigate(editPath(made.id), { replace: true });
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

function sectionsOf(record: DistrictDetail | undefined): FormSection<typeof DistrictCreate>[] {
  const parent = { name: "parent_id", within: "country_code" } as const;
  return [
    { title: "归属", fields: ["country_code", ...(record?.level === 1 ? [] : [parent])] },
    {
      title: "名称与代码",
      fields: [
        "name_zh",
        "name_local",
        "name_en",
        "code",
        { name: "alias", isWide: true },
        "is_hot",
        "is_open",
        "sort",
      ],
    },
    { title: "坐标", fields: [{ name: "lat", longitude: "lng" }] },
    { title: "行情", fields: ["avg_unit_price", "avg_unit_currency", "avg_unit_at"] },
    {
      title: "封面介绍",
      fields: [
        { name: "cover_id", media: { scene: "cover", known: record ? pictureOf(record) : [] } },
        { name: "intro", isWide: true },
      ],
    },
  ];
}

const pictureOf = ({ cover_id, cover, name_zh }: DistrictDetail) =>
  cover_id && cover ? [{ id: cover_id, name: name_zh, url: cover, mime: "image/jpeg" }] : [];
