import { Box, Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import type { RowAction } from "~/app/blocks/row-action";
import { t } from "~/app/i18n/t";
import { PoolRow, pool } from "~/contract/customer/pool";
import { SettingList } from "./setting-list";

const PoolDialog = lazyPart(() => import("./pool-dialog"), "PoolDialog");

const columns = columnsOf(PoolRow, [
  { key: "name", width: 140 },
  { key: "country_codes", width: 150 },
  { key: "purposes", width: 140 },
  { key: "no_follow_days", width: 110 },
  { key: "no_deal_days", width: 110 },
  { key: "customers", width: 90 },
  { key: "sort", width: 70 },
  { ...tagged(PoolRow, "status", { enabled: "green" }), width: 70 },
]);
const card = { tags: ["status"], facts: ["country_codes", "purposes", "no_follow_days", "customers"] };
const nameOf = ({ name }: PoolRow) => name;

export function PoolTab({ rows }: { rows: PoolRow[] }) {
  const { open, show, atOnce, remove, dialog } = useActs();
  const actionsOf = (row: PoolRow): RowAction[] => {
    const { name, status } = row;
    const input = { params: { id: row.id } };
    const edit = show(t("编辑"), (onClose) => <PoolDialog row={row} onClose={onClose} />);
    if (row.is_main) return [edit];
    return [
      edit,
      status === "enabled"
        ? atOnce(t("停用"), pool.disable, input, { success: t("已停用{name}", { name }) })
        : atOnce(t("启用"), pool.enable, input, { success: t("已启用{name}", { name }) }),
      remove(pool.remove, input, t("公海“{name}”将被删除；还有客户时不能删除。", { name }), { closesOnError: true }),
    ];
  };
  return (
    <Box component="section" aria-label={t("公海")}>
      <Group justify="space-between" wrap="nowrap" gap={12} mb={4}>
        <Text component="h2" fz={16} fw={600}>
          {t("公海")}
        </Text>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => open((onClose) => <PoolDialog row={undefined} onClose={onClose} />)}
        >
          {t("新增公海")}
        </Button>
      </Group>
      <Text c="dimmed" fz={13} mb={12}>
        {t(
          "客户进公海时，归入条件都符合的第一个公海，其余归入主公海。规则变更后，客户至少再过提前提醒天数才会进公海。",
        )}
      </Text>
      <SettingList rows={rows} columns={columns} card={card} nameOf={nameOf} actionsOf={actionsOf} empty={null} />
      {dialog}
    </Box>
  );
}
