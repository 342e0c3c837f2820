import { Button } from "@mantine/core";
import { useNavigate, useRevalidator } from "@remix-run/react";
import { IconArrowsSort } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useAct } from "~/app/blocks/form/use-act";
import { ListPage } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type DistrictPage, type DistrictRow, deepestLevel } from "~/contract/region/district";
import classes from "./district.module.css";
import { lists } from "./district-columns";
import { DistrictCrumbs } from "./district-crumbs";
import { DistrictImportButton } from "./district-import";
import { editPath, insidePath, newPath } from "./district-paths";
import { DistrictSide } from "./district-side";
import type { DistrictAction } from "./district-writes";

const DistrictConfirm = lazy(() =>
  import("./district-confirm").then((module) => ({ default: module.DistrictConfirm })),
);
const DistrictSort = lazy(() => import("./district-sort").then((module) => ({ default: module.DistrictSort })));

interface DistrictListProps {
  level: number;
  page: DistrictPage;
}

/** The districts of one level, beside the tree of their country; on the phone one goes down from card to card. */
export function DistrictList({ level, page }: DistrictListProps) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const { run } = useAct<DistrictAction>();
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<{ act: "enable" | "disable" | "remove"; row: DistrictRow }>();
  const [isSorting, setIsSorting] = useState(false);
  const { place } = page;
  const parent = place.above.at(-1);
  // Of siblings alone there is an order.
  const isOfOne = (parent?.level ?? 0) === level - 1;
  const levelName = place.country.level_names[level - 1] ?? "";
  const list = lists[level - 1];
  if (!list) return null;
  const ask = (act: "enable" | "disable" | "remove", row: DistrictRow) => () => setAsked({ act, row });
  const enable = (row: DistrictRow) =>
    run("enable", { params: { id: row.id }, body: { with_below: false } }, { success: t("已启用") });
  return (
    <div className={classes.split}>
      {isPhone ? null : <DistrictSide key={place.country.code} place={place} />}
      <div className={classes.main}>
        <ListPage
          key={level}
          list={list}
          page={page}
          banner={<DistrictCrumbs place={place} present={levelName} />}
          rowActions={(row) => [
            row.can.edit && { label: t("编辑"), to: editPath(row.id) },
            level < deepestLevel && { label: t("下级"), to: insidePath(row) },
            row.can.enable && {
              label: t("启用"),
              onSelect: row.below.disabled > 0 ? ask("enable", row) : () => enable(row),
            },
            row.can.disable && { label: t("停用"), isDanger: true, onSelect: ask("disable", row) },
            row.can.delete && { label: t("删除"), isDanger: true, onSelect: ask("remove", row) },
          ]}
          create={
            <>
              <Button onClick={() => navigate(newPath(place.country.code, isOfOne ? parent?.id : undefined))}>
                {t("新增{name}", { name: levelName })}
              </Button>
              {isOfOne && page.total > 1 ? (
                <Button
                  variant="default"
                  leftSection={<IconArrowsSort size={16} stroke={1.6} aria-hidden />}
                  onClick={() => setIsSorting(true)}
                >
                  {t("调整顺序")}
                </Button>
              ) : null}
              <DistrictImportButton onDone={revalidate} />
            </>
          }
        />
      </div>
      <Suspense>
        {asked ? <DistrictConfirm {...asked} onClose={() => setAsked(undefined)} /> : null}
        {isSorting ? <DistrictSort place={place} levelName={levelName} onClose={() => setIsSorting(false)} /> : null}
      </Suspense>
    </div>
  );
}
