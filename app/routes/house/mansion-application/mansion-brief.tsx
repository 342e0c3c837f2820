import { Stack, Text } from "@mantine/core";
import { Panel } from "~/app/blocks/detail/panel";
import { Tag } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { mansionStatuses } from "~/contract/house/mansion";
import type { ApplicationDetail } from "~/contract/house/mansion-application";
import { MansionCard, MapAnchor } from "./mansion-card";
import { MansionLink } from "./mansion-link";

export function MansionBrief({ record }: { record: ApplicationDetail }) {
  const { mansion, mansion_name, room_owners, type } = record;
  return (
    <Panel title={t("现有楼栋")}>
      {mansion ? (
        <Stack gap="xs">
          <MansionCard
            mansion={mansion}
            tags={
              mansion.status === "enabled" ? null : (
                <Tag>{t(mansionStatuses[mansion.status as keyof typeof mansionStatuses])}</Tag>
              )
            }
          />
          {mansion.name === mansion_name ? null : (
            <Text size="sm" c="dimmed">
              {t("申请时为「{name}」，楼栋其后已改名或合并。", { name: mansion_name })}
            </Text>
          )}
          {type === "claim" && room_owners > 0 ? (
            <Text size="sm" role="note">
              {t("该房号已有 {n} 位已认领业主，请核对产权证明。", { n: room_owners })}
            </Text>
          ) : null}
          <Text size="sm" component="div" style={{ display: "flex", justifyContent: "space-between", gap: 12 }}>
            <MansionLink mansion={mansion} label={t("查看")} />
            <MapAnchor mansion={mansion} />
          </Text>
        </Stack>
      ) : (
        <Empty title={t("楼栋已删除，只能驳回")} />
      )}
    </Panel>
  );
}
