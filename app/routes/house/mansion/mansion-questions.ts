import { t } from "~/app/i18n/t";
import type { MansionRow } from "~/contract/house/mansion";

type Named = Pick<MansionRow, "name" | "mansion_no">;

export const disabling = ({ name, mansion_no: no }: Named) =>
  t("{name}（{no}）停用后不再供选择，已有的记录不受影响。", { name, no });

export const removing = ({ name, mansion_no: no }: Named) =>
  t("确定删除 {name}（{no}）？删除后不能恢复。", { name, no });
