import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { ListTabs } from "~/app/blocks/list/list-tabs";
import { t } from "~/app/i18n/t";
import { tagScreens, tagTabs } from "~/contract/article/tag";
import { CategoryTab } from "./category-tab";
import { TagTab } from "./tag-tab";

export const clientLoader = loaderOf(tagScreens["/article/news-tag"]);

export const clientAction = write;

const tabs = { name: "tab", options: Object.entries(tagTabs).map(([value, label]) => ({ value, label: t(label) })) };

/** 资讯标签: the tags, and the categories in their two levels. */
export default function NewsTag() {
  const { tags, tag, categories, category } = useLoaderData<typeof clientLoader>();
  const [, setSearch] = useSearchParams();
  return (
    <ListTabs
      tabs={tabs}
      present={tags ? "tag" : "category"}
      onChange={({ tab }) => setSearch(tab === "category" ? { tab } : {}, { preventScrollReset: true })}
    >
      {tags ? <TagTab page={tags} record={tag} /> : null}
      {categories ? <CategoryTab page={categories} record={category} /> : null}
    </ListTabs>
  );
}
