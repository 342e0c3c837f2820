import { Anchor } from "@mantine/core";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import type { Page } from "~/contract/common";
import { contentForm } from "~/contract/content/content-screens";
import { BrokenLinkRow, brokenLink } from "~/contract/seo/broken-link";

const list: List<BrokenLinkRow> = {
  name: "broken-link",
  endpoint: brokenLink.list,
  columns: columnsOf(BrokenLinkRow, [
    { key: "title", width: 240 },
    { ...tagged(BrokenLinkRow, "kind"), width: 100 },
    {
      key: "url",
      width: 360,
      render: ({ url }) => (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
          {url}
        </Anchor>
      ),
    },
    { reason: 180, found_at: 150 },
  ]),
  filters: filtersOf(brokenLink.list, BrokenLinkRow, [{ name: "keyword", label: "内容 / 链接" }, "kind"]),
  card: { tags: ["kind"], facts: ["url", "reason"], time: "found_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ kind, target_id }) => contentForm(kind, target_id),
  empty: "公开内容里没有失效的链接",
  place: ["tab"],
};

export const BrokenTab = ({ page }: { page: Page<BrokenLinkRow> }) => <ListPage list={list} page={page} />;
