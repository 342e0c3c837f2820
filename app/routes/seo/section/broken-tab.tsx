import { Anchor } from "@mantine/core";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import type { Page } from "~/contract/common";
import type { ContentKind } from "~/contract/content/content-kinds";
import { BrokenLinkRow, brokenLink } from "~/contract/seo/broken-link";

/** Where a piece of each kind is written. */
const forms: Record<ContentKind, string> = {
  article: "/article/news-list/news-edit?id=",
  video: "/resources/video/deployVideo?id=",
  investment: "/resources/investment/invest-edit?id=",
  report: "/resources/reportDownload?form=",
  city_intro: "/seo/cityIntroduce/introdeceForm?id=",
  encyclopaedia: "/seo/cityIntroduce/encyclopaedic/formArticle?id=",
  seo_article: "/seo/seo-article/editArticle?id=",
  special: "/specialEstate/special/edit-special?id=",
};

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
  linkOf: ({ kind, target_id }) => `${forms[kind]}${target_id}`,
  empty: "公开内容里没有失效的链接",
  place: ["tab"],
};

export const BrokenTab = ({ page }: { page: Page<BrokenLinkRow> }) => <ListPage list={list} page={page} />;
