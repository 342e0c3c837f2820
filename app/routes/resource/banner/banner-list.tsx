import { useLoaderData } from "@remix-run/react";
import { IconArrowsSort } from "@tabler/icons-react";
import { loaderOf } from "~/app/api/load";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { type BannerPosition, banner, bannerScreens } from "~/contract/resource/banner";
import { bannerList, formPath } from "./banner-columns";

const BannerSort = lazyPart(() => import("./banner-sort"), "BannerSort");
const BannerNumbers = lazyPart(() => import("./banner-numbers"), "BannerNumbers");

export const clientLoader = loaderOf(bannerScreens["/resources/banner"]);
export { write as clientAction } from "~/app/api/writes";

export default function BannerList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const { show, enable, disable, remove, dialog } = useActs();
  const { query } = useListQuery(bannerList.endpoint);
  const [place] = (query.position as BannerPosition[] | undefined) ?? [];
  return (
    <>
      <ListPage
        list={bannerList}
        page={page}
        rowActions={(row) => {
          const { title, can } = row;
          const input = { params: { id: row.id } };
          return [
            can.edit && { label: t("编辑"), shortcut: "E", to: formPath(row.id) },
            can.enable && enable(banner.enable, input),
            can.disable && disable(banner.disable, input, t("“{title}”停用后访客立即看不到它。", { title })),
            show(t("数据"), (onClose) => <BannerNumbers row={row} onClose={onClose} />, { shortcut: "D" }),
            can.delete &&
              remove(banner.remove, input, t("“{title}”和它的曝光点击数据将被删除，不能恢复。", { title }), {
                closesOnError: true,
              }),
          ];
        }}
        create={<CreateButton label={t("新增轮播图")} to={formPath()} />}
        tools={[
          page.total > 1 && {
            label: t("调整顺序"),
            icon: IconArrowsSort,
            dialog: (onClose) => <BannerSort place={place} onClose={onClose} />,
          },
        ]}
      />
      {dialog}
    </>
  );
}
