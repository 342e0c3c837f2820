import { useLoaderData } from "@remix-run/react";
import { IconArrowsSort } from "@tabler/icons-react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { type BannerPosition, type BannerRow, banner, bannerScreens } from "~/contract/resource/banner";
import { bannerList, formPath } from "./banner-columns";

const BannerSort = lazyPart(() => import("./banner-sort"), "BannerSort");
const BannerNumbers = lazyPart(() => import("./banner-numbers"), "BannerNumbers");

export const clientLoader = loaderOf(bannerScreens["/resources/banner"]);
export { write as clientAction } from "~/app/api/writes";

export default function BannerList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const { run } = useAct();
  const { confirm, dialog } = useConfirm();
  const [counted, setCounted] = useState<BannerRow>();
  const { query } = useListQuery(bannerList.endpoint);
  const [place] = (query.position as BannerPosition[] | undefined) ?? [];
  return (
    <>
      <ListPage
        list={bannerList}
        page={page}
        rowActions={(row) => [
          row.can.edit && { label: t("编辑"), shortcut: "E", to: formPath(row.id) },
          row.can.enable && {
            label: t("启用"),
            onSelect: () => run(banner.enable, idOf(row), { success: t("已启用") }),
          },
          row.can.disable && {
            label: t("停用"),
            onSelect: () =>
              confirm(banner.disable, idOf(row), {
                text: t("“{title}”停用后访客立即看不到它。", { title: row.title }),
                confirmLabel: t("停用"),
                success: t("已停用"),
              }),
          },
          { label: t("数据"), shortcut: "D", onSelect: () => setCounted(row) },
          row.can.delete && {
            label: t("删除"),
            isDanger: true,
            onSelect: () =>
              confirm(banner.remove, idOf(row), {
                text: t("“{title}”和它的曝光点击数据将被删除，不能恢复。", { title: row.title }),
                confirmLabel: t("删除"),
                success: t("已删除"),
                closesOnError: true,
              }),
          },
        ]}
        create={<CreateButton label={t("新增轮播图")} to={formPath()} />}
        tools={[
          page.total > 1 && {
            label: t("调整顺序"),
            icon: IconArrowsSort,
            dialog: (onClose) => <BannerSort place={place} onClose={onClose} />,
          },
        ]}
      />
      {counted ? <BannerNumbers row={counted} onClose={() => setCounted(undefined)} /> : null}
      {dialog}
    </>
  );
}

const idOf = ({ id }: BannerRow) => ({ params: { id } });
