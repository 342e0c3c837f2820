import basic from "~/app/basic.module.css";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { MansionFields } from "~/contract/house/mansion";
import { Cover } from "./mansion-cells";
import classes from "./merge-dialog.module.css";
import type { MergeSide } from "./merge-loader";

const fields = Object.keys(MansionFields.shape).map((name) => fieldOf(MansionFields, name));
const shownPictures = 4;

export function MergeSides({ source, target }: { source: MergeSide; target: MergeSide }) {
  const [from, into]: Record<string, unknown>[] = [source.record, target.record];
  const valued = fields.filter(({ name }) => !isBlank(from?.[name]) || !isBlank(into?.[name]));
  const counts = [
    { label: t("相册"), of: ({ pictures }: MergeSide) => <Pictures side={pictures} /> },
    { label: t("申请数"), of: ({ record }: MergeSide) => record.application_count },
    { label: t("已认领业主"), of: ({ record }: MergeSide) => record.owner_count },
  ];
  return (
    <div className={basic.scrolls}>
      <table className={`${classes.sides} ${basic.table}`}>
        <thead>
          <tr>
            <th scope="col">{t("字段")}</th>
            {[source, target].map(({ record }, index) => (
              <th scope="col" key={record.id}>
                <span className={`${basic.block} ${basic.dim} ${basic.size12} ${basic.regular}`}>
                  {index === 0 ? t("来源（并入后消失）") : t("目标（保留）")}
                </span>
                {record.name}{" "}
                <span className={`${basic.block} ${basic.dim} ${basic.size12} ${basic.regular}`}>
                  {record.mansion_no}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map(({ label, of }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{of(source)}</td>
              <td>{of(target)}</td>
            </tr>
          ))}
          {valued.map((field) => {
            const [a, b] = [from?.[field.name], into?.[field.name]];
            const differs = !isBlank(a) && !isBlank(b) && JSON.stringify(a) !== JSON.stringify(b);
            return (
              <tr key={field.name} data-differs={differs || undefined}>
                <th scope="row">{t(field.label)}</th>
                {[from, into].map((side, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the two sides of one field.
                  <td key={index}>
                    {isBlank(side?.[field.name]) ? (
                      "–"
                    ) : (
                      <Value field={field} value={side?.[field.name]} record={side} />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Pictures({ side }: { side: MergeSide["pictures"] }) {
  if (side.length === 0) return t("没有图片");
  return (
    <span className={`${basic.wrap} ${basic.gap4}`}>
      {side.slice(0, shownPictures).map(({ media_id, thumb }) => (
        <Cover key={media_id} url={thumb} />
      ))}
      {t("共{n}张", { n: side.length })}
    </span>
  );
}
