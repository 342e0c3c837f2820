import { useSearchParams } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { Empty, FilteredEmpty } from "~/app/blocks/feedback/states";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import type { ColumnState } from "~/app/blocks/list/columns/use-columns";
import { FilterBar } from "~/app/blocks/list/filter/filter-bar";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { ListCards } from "~/app/blocks/list/list-cards";
import { ListPager } from "~/app/blocks/list/list-pager";
import { ListTable } from "~/app/blocks/list/list-table";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { writeQuery } from "~/contract/endpoint";
import { notification, ReceiptRow } from "~/contract/notification/notification";
import { type ReceiptStatus, receiptStatuses, skipReasons } from "~/contract/notification/notification-kinds";
import { readQuery } from "~/contract/read-query";

const colors: Readonly<Record<ReceiptStatus, TagColor>> = {
  pending: "gray",
  sending: "brand",
  sent: "green",
  failed: "red",
  unknown: "orange",
  skipped: "gray",
};

const columns = columnsOf(ReceiptRow, [
  { key: "name", width: 200, under: "of" },
  { key: "channel", width: 96 },
  {
    key: "status",
    width: 104,
    render: ({ status }) => <Tag color={colors[status]}>{t(receiptStatuses[status])}</Tag>,
  },
  { key: "why", label: "原因", width: 240, render: whyOf },
  { key: "sent_at", width: 140, render: ({ sent_at }) => formatInstant(sent_at) || "–" },
  { key: "read_at", width: 140, render: ({ read_at }) => formatInstant(read_at) || "–" },
  { key: "clicked_at", width: 140, render: clickWords },
]);
const shown = { order: columns.map(({ key }) => key), hidden: [], density: "normal" } satisfies ColumnState;
const unsorted = { sort: "", allowed: [], onChange: () => undefined };
const card = { tags: ["status"], facts: ["of", "channel", "why"], time: "read_at" };
const nameOf = ({ name }: ReceiptRow) => name;

const filters = filtersOf(notification.receipts, ReceiptRow, [
  { name: "keyword", label: "接收人" },
  "channel",
  "status",
]);
const prefix = "receipt_";
const names = ["page", "page_size", "keyword", "channel", "status"] as const;

export function ReceiptList({ id, page }: { id: number; page: Page<ReceiptRow> }) {
  const isPhone = useIsPhone();
  const [search, setSearch] = useSearchParams();
  const given = new URLSearchParams(names.flatMap((name) => entryOf(name, search.get(prefix + name))));
  const { page: _page, ...query } = readQuery(given, notification.receipts);
  const change = (part: Record<string, unknown>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams([...now].filter(([name]) => !name.startsWith(prefix)));
        next.set("receipts", String(id));
        const whole: Record<string, unknown> = { ...query, page: undefined, ...part };
        const named = Object.fromEntries(names.map((name) => [name, whole[name]]));
        for (const [name, value] of writeQuery(named)) next.set(prefix + name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const clear = () => change({ keyword: undefined, channel: undefined, status: undefined });
  const isFiltered = ["keyword", "channel", "status"].some((name) => given.has(name));
  const empty = isFiltered ? <FilteredEmpty onClear={clear} /> : <Empty title={t("还没有接收人")} />;
  return (
    <section aria-label={t("发送明细")} className={`${basic.column} ${basic.gap16} ${basic.shrinks}`}>
      <FilterBar filters={filters} query={query} onSubmit={change} onReset={clear} />
      {isPhone ? (
        page.list.length ? (
          <ListCards rows={page.list} columns={columns} layout={card} nameOf={nameOf} />
        ) : (
          empty
        )
      ) : (
        <ListTable
          rows={page.list}
          columns={columns}
          title="name"
          columnState={shown}
          sorting={unsorted}
          empty={page.list.length ? null : empty}
        />
      )}
      {page.total ? <ListPager page={page} onChange={change} /> : null}
    </section>
  );
}

const entryOf = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : []);

function clickWords({ clicked_at, click_count }: ReceiptRow) {
  if (!clicked_at) return "–";
  const at = formatInstant(clicked_at);
  return click_count > 1 ? t("{at}（共 {n} 次）", { at, n: click_count }) : at;
}

function whyOf({ reason, error, attempts }: ReceiptRow) {
  if (reason) return t(skipReasons[reason]);
  if (!error) return "–";
  return attempts > 1 ? t("{error}（已试 {n} 次）", { error, n: attempts }) : error;
}
