import { Box, Group, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { EstateCount } from "~/app/features/estate/estate-count";
import { t } from "~/app/i18n/t";
import { type MansionDetail, mansion, mansionSources, mansionStatuses } from "~/contract/house/mansion";
import { Cover } from "./mansion-cells";
import { listPath } from "./mansion-paths";
import { disabling, removing } from "./mansion-questions";

const statuses: Readonly<Record<string, string>> = mansionStatuses;
const sources: Readonly<Record<string, string>> = mansionSources;

export function MansionHead({ record }: { record: MansionDetail }) {
  const { id, name, mansion_no, status, source, cover, estate_count, can } = record;
  const navigate = useNavigate();
  const { disable, enable, remove, dialog } = useActs();
  const input = { params: { id } };
  const leave = () => navigate(listPath, { replace: true });
  return (
    <Group component="header" gap="12px 20px">
      <Cover url={cover} isLarge />
      <Box flex="1 1 200px" miw={0}>
        <Text component="h2" fz={24} fw={600} lh="32px" className={basic.anywhere}>
          {name}
        </Text>
        <Group component="span" gap="4px 10px" mt={4} c="dimmed" fz={13}>
          {mansion_no}
          <Tag color={status === "enabled" ? "green" : "gray"}>{t(statuses[status] ?? status)}</Tag>
          {t("来源：{source}", { source: t(sources[source] ?? source) })}
          <span>
            {t("关联房源")} <EstateCount filter="mansion_id" id={id} estate_count={estate_count} />
          </span>
        </Group>
      </Box>
      <RowActions
        isTall
        about={name}
        actions={[
          can.merge && { label: t("合并"), to: `${listPath}?merge=${id}` },
          can.disable && disable(mansion.disable, input, disabling(record)),
          can.enable && enable(mansion.enable, input),
          can.delete && remove(mansion.remove, input, removing(record), { onSuccess: leave }),
        ]}
      />
      {dialog}
    </Group>
  );
}
