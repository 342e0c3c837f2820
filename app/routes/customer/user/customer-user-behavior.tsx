import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { Value } from "~/app/blocks/detail/value";
import { Empty } from "~/app/blocks/feedback/states";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import {
  BehaviorRow,
  type BehaviorSummary,
  behaviorDays,
  behaviorTypes,
  customerUser,
} from "~/contract/customer/customer-user";
import { metaOf } from "~/contract/field";
import classes from "./customer-user.module.css";

const colors: Readonly<Record<string, TagColor>> = {
  view_estate: "cyan",
  view_content: "teal",
  favorite: "brand",
  search: "cyan",
  download_report: "cyan",
  share: "cyan",
};
const platform = metaOf(BehaviorRow.shape.platform);
const targetType = metaOf(BehaviorRow.shape.target_type);

export const CustomerUserBehavior = ({ summary, page }: { summary: BehaviorSummary; page: Page<BehaviorRow> }) => (
  <BehaviorTab page={page} note={t("行为轨迹保留最近 {days} 天", { days: behaviorDays })}>
    <Digest summary={summary} />
  </BehaviorTab>
);

interface BehaviorTabProps {
  page: Page<BehaviorRow>;
  note: string;
  /** Before a line, such as a checkbox. */
  lead?: (row: BehaviorRow) => ReactNode;
  children?: ReactNode;
}

export const BehaviorTab = ({ page, note, lead, children }: BehaviorTabProps) => (
  <>
    <Text c="dimmed" fz={13} mb={12}>
      {note}
    </Text>
    {children}
    <BehaviorStream {...{ page, lead }} />
  </>
);

function BehaviorStream({ page, lead }: Pick<BehaviorTabProps, "page" | "lead">) {
  const { change } = useListQuery(customerUser.get);
  if (page.list.length === 0) return <Empty />;
  return (
    <>
      <ol className={basic.list}>
        {page.list.map((row) => (
          <li key={row.id} className={`${classes.entry} ${basic.flow} ${basic.baseline} ${basic.size14}`}>
            {lead?.(row)}
            <time className={`${basic.dim} ${basic.size13}`} dateTime={row.at}>
              {formatInstant(row.at)}
            </time>
            <Tag color={colors[row.type]}>{t(behaviorTypes[row.type as keyof typeof behaviorTypes] ?? row.type)}</Tag>
            <b className={`${basic.regular} ${basic.anywhere}`}>{about(row)}</b>
            <small className={`${basic.pushed} ${basic.dim} ${basic.size13}`}>
              <Value field={platform} value={row.platform} /> {row.ip}
            </small>
          </li>
        ))}
      </ol>
      {page.total > page.page_size ? <ListPager page={page} onChange={change} /> : null}
    </>
  );
}

function about({ keyword, target_type, target_id, target_name }: BehaviorRow): ReactNode {
  if (keyword) return `“${keyword}”`;
  if (target_name) return target_name;
  if (target_id === null) return null;
  return (
    <>
      <Value field={targetType} value={target_type} /> #{target_id}
    </>
  );
}

function Digest({ summary: { counts, viewed, searched } }: { summary: BehaviorSummary }) {
  const kinds = Object.entries(behaviorTypes).flatMap(([type, name]) =>
    counts[type] ? [{ name: t(name), count: counts[type] }] : [],
  );
  const parts = [
    { title: t("行为次数"), rows: kinds },
    { title: t("浏览最多"), rows: viewed },
    { title: t("搜索最多"), rows: searched },
  ].filter(({ rows }) => rows.length);
  if (parts.length === 0) return null;
  return (
    <div className={classes.digest}>
      {parts.map(({ title, rows }) => (
        <section key={title}>
          <Text component="h2" c="dimmed" fz={13} fw={400} mb={6}>
            {title}
          </Text>
          <ul className={basic.list}>
            {rows.map(({ name, count }) => (
              <li key={name}>
                <span>{name}</span>
                <span>{t("{count}次", { count })}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
