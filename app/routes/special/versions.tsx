import "@mantine/core/styles/Table.css";
import { Button, Table, Text } from "@mantine/core";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { formatNumber } from "~/contract/decimal";
import { mayCall } from "~/contract/endpoint";
import { formatPercent } from "~/contract/format";
import { fewestVisitors, type SpecialRow, type SpecialStats, special } from "~/contract/special/special";

interface VersionsProps {
  row: Pick<SpecialRow, "id" | "version">;
  versions: SpecialStats["versions"];
  onDone: () => void;
}

/** What the versions of a compared page have brought; publishers end the comparison here. */
export function Versions({ row, versions, onDone }: VersionsProps) {
  const profile = useProfile();
  const { confirm, dialog } = useConfirm();
  const maySettle = mayCall(profile, special.settle);
  const settle = ({ id, name }: (typeof versions)[number]) =>
    confirm(
      special.settle,
      { params: { id: row.id }, body: { version: row.version, winner_id: id } },
      {
        text:
          id === row.id
            ? t("结束对比，访客都看到本页？")
            : t("结束对比，本页改用“{name}”的内容和表单？本页现在的内容可在历史版本中找回。", { name }),
        confirmLabel: t("采用"),
        success: t("已结束对比"),
        onSuccess: onDone,
      },
    );
  return (
    <Table.ScrollContainer minWidth={340} tabIndex={0} aria-label={t("对比")}>
      <Table verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("对比")}</Table.Th>
            <Table.Th ta="right">{t("UV")}</Table.Th>
            <Table.Th ta="right">{t("询盘")}</Table.Th>
            <Table.Th ta="right">{t("转化率")}</Table.Th>
            {maySettle ? <Table.Th /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Th scope="row" fw={400}>
                {one.id === row.id ? t("本页") : one.name}
              </Table.Th>
              <Table.Td ta="right">{formatNumber(one.visitors)}</Table.Td>
              <Table.Td ta="right">{formatNumber(one.inquiries)}</Table.Td>
              <Table.Td ta="right">
                {one.conversion === null ? (
                  <Text span size="xs" c="dimmed">
                    {t("访客不足{n}人", { n: fewestVisitors })}
                  </Text>
                ) : (
                  formatPercent(one.conversion)
                )}
              </Table.Td>
              {maySettle ? (
                <Table.Td ta="right">
                  <Button size="compact-xs" variant="default" onClick={() => settle(one)}>
                    {t("采用")}
                  </Button>
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {dialog}
    </Table.ScrollContainer>
  );
}
