import { Button, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant, formatMoney } from "~/app/blocks/detail/format";
import { Value } from "~/app/blocks/detail/value";
import { Empty } from "~/app/blocks/feedback/states";
import { fieldOf } from "~/app/blocks/form/schema-fields";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { ListPager } from "~/app/blocks/list/list-pager";
import { RowActions } from "~/app/blocks/list/row-actions";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import { AnnexList } from "~/app/routes/customer/requirement/annex-list";
import { RequirementForm } from "~/app/routes/customer/requirement/requirement-form";
import {
  AreaText,
  PlaceText,
  PriceText,
  RequirementStatus,
} from "~/app/routes/customer/requirement/requirement-labels";
import { useCloseRequirement } from "~/app/routes/customer/requirement/use-close-requirement";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { type AnnexRow, Requirement, type RequirementRow, requirement } from "~/contract/customer/requirement";
import { mayCall } from "~/contract/endpoint";
import classes from "./customer-requirements.module.css";

const MatchEstates = lazyPart(() => import("~/app/routes/customer/requirement/match-estates"), "MatchEstates");

interface CustomerRequirementsProps {
  record: CustomerDetail;
  page: Page<RequirementRow>;
  /** Of all its requirements, the newest. */
  annexes: readonly AnnexRow[];
}

/** What a customer is looking for, each with its files; `?edit=new` or `?edit=7` opens the form. */
export function CustomerRequirements({ record, page, annexes }: CustomerRequirementsProps) {
  const [search, setSearch] = useSearchParams();
  const profile = useProfile();
  const { change } = useListQuery(requirement.list);
  const closing = useCloseRequirement();
  const [matching, setMatching] = useState<RequirementRow>();
  const edited = page.list.find(({ id }) => String(id) === search.get("edit"));
  const mayCreate = record.can.edit && mayCall(profile, requirement.create);
  const isNew = mayCreate && search.get("edit") === "new";
  const setEdit = (edit?: number | "new") =>
    setSearch(
      (now) => {
        if (edit) now.set("edit", String(edit));
        else now.delete("edit");
        return now;
      },
      { preventScrollReset: true, replace: !edit },
    );
  const close = () => setEdit();
  if (isNew || edited?.can.edit)
    return (
      <section aria-label={isNew ? t("新增需求") : t("编辑需求")}>
        <RequirementForm
          key={edited?.id ?? "new"}
          record={edited}
          customerId={record.id}
          onSaved={close}
          onCancel={close}
        />
      </section>
    );
  return (
    <div className={classes.tab}>
      {mayCreate ? (
        <Button
          variant="default"
          className={classes.new}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setEdit("new")}
        >
          {t("新增需求")}
        </Button>
      ) : null}
      {page.list.length ? null : <Empty />}
      {page.list.map((row) => (
        <RequirementCard
          key={row.id}
          row={row}
          annexes={annexes.filter((one) => one.requirement.id === row.id)}
          onEdit={() => setEdit(row.id)}
          onMatch={() => setMatching(row)}
          onClose={() => closing.ask(row)}
        />
      ))}
      {page.total > page.page_size ? <ListPager page={page} onChange={change} /> : null}
      {matching ? <MatchEstates of={matching} onClose={() => setMatching(undefined)} /> : null}
      {closing.dialog}
    </div>
  );
}

interface RequirementCardProps {
  row: RequirementRow;
  annexes: readonly AnnexRow[];
  onEdit: () => void;
  onMatch: () => void;
  onClose: () => void;
}

function RequirementCard({ row, annexes, onEdit, onMatch, onClose }: RequirementCardProps) {
  return (
    <article className={classes.card} aria-label={row.requirement_no}>
      <header className={classes.head}>
        <h2 className={classes.title}>{row.title}</h2>
        <RequirementStatus row={row} />
        <div className={classes.acts}>
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
      <Text size="sm" c="dimmed">
        {row.requirement_no} · {t("更新于 {at}", { at: formatInstant(row.updated_at) })}
      </Text>
      <FactList facts={factsOf(row)} />
      <section aria-label={t("附件")}>
        <h3 className={classes.part}>{t("附件 {count}", { count: row.annex_count })}</h3>
        <AnnexList requirement={row} annexes={annexes} />
        {annexes.length < row.annex_count ? (
          <Link to={`/customer/requirementInput?annexes=${row.id}`}>{t("查看全部附件")}</Link>
        ) : null}
      </section>
    </article>
  );
}

const word = (row: RequirementRow, name: keyof typeof Requirement.shape) => ({
  label: t(fieldOf(Requirement, name).label),
  value: row[name] === null ? null : <Value field={fieldOf(Requirement, name)} value={row[name]} />,
});

const long = (row: RequirementRow, name: "must_have" | "extra") =>
  row[name] !== null && { ...word(row, name), isWide: true };

function factsOf(row: RequirementRow) {
  const { completion_from: from, completion_to: to, down_payment, currency } = row;
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
    down_payment !== null && { label: t("首付预算"), value: formatMoney(down_payment, currency) },
    row.yield_min !== null && word(row, "yield_min"),
    row.station_walk_max !== null && word(row, "station_walk_max"),
    (from || to) !== null && { label: t("交房时间"), value: `${from ?? ""} – ${to ?? ""}` },
    row.matched.length > 0 && { label: t("匹配房源"), value: <EstateLinks estates={row.matched} />, isWide: true },
    long(row, "must_have"),
    long(row, "extra"),
  ];
}
