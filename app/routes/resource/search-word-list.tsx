import { useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { ListTabs } from "~/app/blocks/list/list-tabs";
import { CrudScreen } from "~/app/features/records/crud-screen";
import { t } from "~/app/i18n/t";
import { searchWordScreens, searchWordTabs } from "~/contract/resource/search-word";
import { SearchWordStats } from "./search-word-stats";
import { searchWords } from "./search-words";

export const clientLoader = loaderOf(searchWordScreens["/resources/keyword"]);
export { write as clientAction } from "~/app/api/writes";

const options = Object.entries(searchWordTabs).map(([value, label]) => ({ value, label: t(label) }));

/** 搜索词: the words of the site's search, and what is searched there. */
export default function SearchWordList() {
  const { words, stats, word } = useLoaderData<typeof clientLoader>();
  const [, setSearch] = useSearchParams();
  return (
    <ListTabs
      tabs={{ name: "tab", options }}
      present={words ? "words" : "stats"}
      onChange={({ tab }) => setSearch(tab === "stats" ? { tab } : {}, { preventScrollReset: true })}
    >
      {words ? <CrudScreen of={searchWords} page={words} record={word} /> : null}
      {stats ? <SearchWordStats page={stats} /> : null}
    </ListTabs>
  );
}
