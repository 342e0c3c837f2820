import { RecordDialog, recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { PoolFields, type PoolRow, pool } from "~/contract/customer/pool";

type Name = keyof typeof PoolFields.shape;

const access: Name[] = ["member_team_ids", "manager_ids"];
const rules: Name[] = ["reasons", "no_follow_days", "days_a", "days_b", "days_c", "days_d", "no_deal_days"];
const limits: Name[] = ["claim_daily_limit", "customer_cap"];

const form = recordDialog({
  create: pool.create,
  update: pool.update,
  size: "lg",
  about: (row?: PoolRow) =>
    row?.is_main ? t("主公海接收其余全部客户。") : t("条件留空即不限；规则留空即按客户与公海中的设置。"),
  values: (row) => Object.fromEntries((Object.keys(PoolFields.shape) as Name[]).map((name) => [name, row[name]])),
  sections: (row) => [
    { fields: row?.is_main ? ["name"] : ["name", "sort", "country_codes", "purposes", "team_ids"] },
    { fields: [...access, ...rules, ...limits] },
  ],
  success: (row) => (row ? t("已保存") : t("已新增公海")),
  submitLabel: "保存",
});

interface PoolDialogProps {
  /** Absent for a new one. */
  row: PoolRow | undefined;
  onClose: () => void;
}

export const PoolDialog = ({ row, onClose }: PoolDialogProps) => (
  <RecordDialog form={form} record={row} onClose={onClose} />
);
