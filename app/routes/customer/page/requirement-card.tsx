import { Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Value } from "~/app/blocks/detail/value";
import { Note } from "~/app/blocks/feedback/note";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { Link } from "~/app/blocks/link";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import { AnnexList } from "~/app/routes/customer/requirement/annex-list";
import {
  AreaText,
  PlaceText,
  PriceText,
  RequirementStatus,
} from "~/app/routes/customer/requirement/requirement-labels";
import { type AnnexRow, Requirement, type RequirementRow } from "~/contract/customer/requirement";

interface RequirementCardProps {
  row: RequirementRow;
  annexes: readonly AnnexRow[];
  onEdit: () => void;
  onMatch: () => void;
  onClose: () => void;
}

export const RequirementCard = ({ row, annexes, onEdit, onMatch, onClose }: RequirementCardProps) => (
  <Stack
    component="article"
    gap={12}
    p={16}
    className={`${basic.sunken} ${basic.rounded}`}
    aria-label={row.requirement_no}
  >
    <header className={`${basic.wrap} ${basic.gap8}`}>
      <Text component="h2" fz={15} fw={600} className={basic.anywhere}>
        {row.title}
      </Text>
      <RequirementStatus row={row} />
      <div className={basic.pushed}>
        <RowActions
          about={row.requirement_no}
          actions={[
            row.can.edit && { label: t("编辑"), onSelect: onEdit },
            { label: t("匹配房源"), onSelect: onMatch },
            row.can.close && { label: t("关闭"), onSelect: onClose },
            row.can.reopen && { label: t("重新打开"), onSelect: onClose },
          ]}
        />
      </div>
    </header>
    <Note>
      {row.requirement_no} · {t("更新于 {at}", { at: formatInstant(row.updated_at) })}
    </Note>
    <FactList facts={factsOf(row)} />
    <section aria-label={t("附件")}>
      <Text component="h3" fz={14} fw={600} mb={8}>
        {t("附件 {count}", { count: row.annex_count })}
      </Text>
      <AnnexList requirement={row} annexes={annexes} />
      {annexes.length < row.annex_count ? (
        <Link to={`/customer/requirementInput?annexes=${row.id}`}>{t("查看全部附件")}</Link>
      ) : null}
    </section>
  </Stack>
);

const word = (row: RequirementRow, name: keyof typeof Requirement.shape) => ({
  label: t(fieldOf(Requirement, name).label),
  value: row[name] === null ? null : <Value field={fieldOf(Requirement, name)} value={row[name]} record={row} />,
});

const long = (row: RequirementRow, name: "must_have" | "extra") =>
  row[name] !== null && { ...word(row, name), isWide: true };

function factsOf(row: RequirementRow) {
  const { completion_from: from, completion_to: to, down_payment } = row;
  return [
    { label: t("国家/区域"), value: <PlaceText row={row} /> },
    word(row, "purposes"),
    word(row, "timeline"),
    { label: t("预算"), value: <PriceText row={row} /> },
    { label: t("面积"), value: <AreaText row={row} /> },
    word(row, "layouts"),
    word(row, "property_types"),
    word(row, "floor_pref"),
    word(row, "loan"),
    down_payment !== null && word(row, "down_payment"),
    row.yield_min !== null && word(row, "yield_min"),
    row.station_walk_max !== null && word(row, "station_walk_max"),
    (from || to) !== null && { label: t("交房时间"), value: `${from ?? ""} 至 ${to ?? ""}` },
    row.matched.length > 0 && { label: t("匹配房源"), value: <EstateLinks estates={row.matched} />, isWide: true },
    long(row, "must_have"),
    long(row, "extra"),
  ];
}
