import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { ScreenTabs } from "~/app/blocks/list/list-tabs";
import { CrudScreen } from "~/app/features/records/crud-screen";
import { searchWordScreens, searchWordTabs } from "~/contract/resource/search-word";
import { SearchWordStats } from "./search-word-stats";
import { searchWords } from "./search-words";

export const clientLoader = loaderOf(searchWordScreens["/resources/keyword"]);
export { write as clientAction } from "~/app/api/writes";

export default function SearchWordList() {
  const { words, stats, word } = useLoaderData<typeof clientLoader>();
  return (
    <ScreenTabs labels={searchWordTabs} present={words ? "words" : "stats"}>
      {words ? <CrudScreen of={searchWords} page={words} record={word} /> : null}
      {stats ? <SearchWordStats page={stats} /> : null}
    </ScreenTabs>
  );
}
