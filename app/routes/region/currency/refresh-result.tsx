import "@mantine/core/styles/Table.css";
import { Button, Stack, Table, Text } from "@mantine/core";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import { shortDecimal } from "~/contract/decimal";
import type { RefreshReport } from "~/contract/region/currency";
import type { RatedCurrency } from "./rate-dialog";

interface RefreshResultProps {
  report: RefreshReport;
  onRate: (row: RatedCurrency, rate: string) => void;
  onClose: () => void;
}

type Skipped = RefreshReport["skipped"][number];

export function RefreshResult({ report, onRate, onClose }: RefreshResultProps) {
  const { quoted, updated, unchanged, skipped, missing } = report;
  const isEmpty = updated.length + unchanged.length + skipped.length + missing.length === 0;
  return (
    <Dialog onClose={onClose} size="lg" title={t("自动更新结果")}>
      <Stack gap="md">
        <Text>
          {isEmpty
            ? t("没有来源为自动的币种，可在币种的编辑中选择。")
            : t("更新 {updated} 种，无变化 {unchanged} 种，待确认 {skipped} 种，来源没有报价 {missing} 种。", {
                updated: updated.length,
                unchanged: unchanged.length,
                skipped: skipped.length,
                missing: missing.length,
              })}
          {quoted ? t("报价日期：{day}。", { day: quoted }) : null}
        </Text>
        {skipped.length ? (
          <section aria-label={t("待确认")}>
            <Text fw={600} mb={4}>
              {t("变动超过 10%，未自动更新，请核对后修改")}
            </Text>
            <Moves rows={skipped} onRate={onRate} />
          </section>
        ) : null}
        {updated.length ? (
          <section aria-label={t("已更新")}>
            <Text fw={600} mb={4}>
              {t("已更新")}
            </Text>
            <Moves rows={updated} />
          </section>
        ) : null}
        {missing.length ? <Text size="sm">{t("没有报价：{codes}", { codes: missing.join("、") })}</Text> : null}
      </Stack>
    </Dialog>
  );
}

interface MovesProps {
  rows: readonly (RefreshReport["updated"][number] & Partial<Skipped>)[];
  onRate?: RefreshResultProps["onRate"];
}

const Moves = ({ rows, onRate }: MovesProps) => (
  <Table verticalSpacing={6}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t("币种")}</Table.Th>
        <Table.Th>{t("原汇率")}</Table.Th>
        <Table.Th>{t("新汇率")}</Table.Th>
        {onRate ? <Table.Th>{t("变动")}</Table.Th> : null}
        {onRate ? <Table.Th aria-label={t("操作")} /> : null}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(({ code, before, after, percent, id, version, name_zh = code }) => (
        <Table.Tr key={code}>
          <Table.Th scope="row">{code}</Table.Th>
          <Table.Td>{shortDecimal(before)}</Table.Td>
          <Table.Td>{shortDecimal(after)}</Table.Td>
          {onRate ? <Table.Td>{percent}%</Table.Td> : null}
          {onRate && id !== undefined && version !== undefined ? (
            <Table.Td>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t("{code} 改汇率", { code })}
                onClick={() => onRate({ id, version, code, name_zh, rate_to_cny: before }, after)}
              >
                {t("改汇率")}
              </Button>
            </Table.Td>
          ) : null}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
