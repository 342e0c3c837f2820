import { Button, Group, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { loaderOf } from "~/app/api/load";
import { Link } from "~/app/blocks/link";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn, publishColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { languages } from "~/contract/common";
import type { CityDetail } from "~/contract/seo/city";
import {
  EncyclopaediaRow,
  encyclopaedia,
  encyclopaediaCategories,
  encyclopaediaScreens,
} from "~/contract/seo/encyclopaedia";
import { cityIntroduction } from "./city-kind";
import { encyclopaediaOf } from "./encyclopaedia-kind";

export const clientLoader = loaderOf(encyclopaediaScreens["/seo/cityIntroduce/encyclopaedic"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<EncyclopaediaRow> = {
  name: "encyclopaedia",
  endpoint: encyclopaedia.list,
  columns: columnsOf(
    EncyclopaediaRow,
    [
      { key: "title", width: 300, render: ({ cover, title }) => <CoverTitle cover={cover} title={title} /> },
      { key: "category", width: 96, render: ({ category }) => (category ? t(encyclopaediaCategories[category]) : "–") },
      { city: 190, view_count: 80 },
      lifeColumn,
      publishColumn,
      { key: "lang", isExtra: true, render: ({ lang }) => t(languages[lang]) },
    ],
    ["offline_at", "updated_at", "sort", "slug", "share_count"],
  ),
  filters: filtersOf(encyclopaedia.list, EncyclopaediaRow, [
    { name: "keyword", label: "标题" },
    "category",
    { name: "city_id", by: "city", scene: "city_intros" },
    "lang",
  ]),
  card: { tags: ["publish_status"], facts: ["category", "city", "view_count"], time: "publish_at" },
  title: "title",
  nameOf: ({ title }) => title,
  // The city that it is about.
  place: ["city_id"],
};

export default function EncyclopaediaList() {
  const { page, city } = useLoaderData<typeof clientLoader>();
  const kind = useMemo(() => encyclopaediaOf(city?.id), [city?.id]);
  const linked = useMemo(
    () => ({ ...list, linkOf: ({ id, can }: EncyclopaediaRow) => (can.edit ? kind.formPath(id) : "") }),
    [kind],
  );
  return (
    <ContentList
      kind={kind}
      list={linked}
      page={page}
      createLabel={t("写百科文章")}
      banner={city ? <CityHead city={city} /> : null}
    />
  );
}

function CityHead({ city: { id, title, district, can } }: { city: CityDetail }) {
  // Formatted texts are written on the desktop.
  const isPhone = useIsPhone();
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm">{t("{title}（{district}）的百科", { title, district })}</Text>
      {can.edit && !isPhone ? (
        <Button component={Link} to={cityIntroduction.formPath(id)} variant="subtle" size="compact-sm">
          {t("编辑城市介绍")}
        </Button>
      ) : null}
      <Button
        component={Link}
        to="/seo/cityIntroduce/encyclopaedic"
        variant="subtle"
        size={isPhone ? "md" : "compact-sm"}
      >
        {t("全部城市")}
      </Button>
    </Group>
  );
}
