import { Flex } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { IconArrowsSort } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type DistrictPage, type DistrictRow, district } from "~/contract/region/district";
import { lists } from "./district-columns";
import { DistrictCrumbs } from "./district-crumbs";
import { disabling, enabling, removing } from "./district-dialogs";
import { districtImportTool } from "./district-import";
import { editPath, newPath } from "./district-paths";
import { DistrictSide } from "./district-side";

const DistrictSort = lazyPart(() => import("./district-sort"), "DistrictSort");

interface DistrictListProps {
  level: number;
  page: DistrictPage;
}

/** The districts of one level, next to their country's tree; on the phone a card leads one level down. */
export function DistrictList({ level, page }: DistrictListProps) {
  const isPhone = useIsPhone();
  const { run } = useAct();
  const { revalidate } = useRevalidator();
  const { confirm, dialog } = useConfirm();
  const [enabled, setEnabled] = useState<DistrictRow>();
  const { place } = page;
  const parent = place.above.at(-1);
  // Only siblings have an order.
  const isOfOne = (parent?.level ?? 0) === level - 1;
  const levelName = place.country.level_names[level - 1] ?? "";
  const list = lists[level - 1];
  if (!list) return null;
  const enable = (row: DistrictRow) =>
    run(district.enable, { ...idOf(row), body: { with_below: false } }, { success: t("已启用") });
  return (
    <Flex align="flex-start" gap={12} pt={12}>
      {isPhone ? null : <DistrictSide key={place.country.code} place={place} />}
      <div className={`${basic.grow} ${basic.shrinks}`}>
        <ListPage
          key={level}
          list={list}
          page={page}
          banner={<DistrictCrumbs place={place} present={levelName} />}
          rowActions={(row) => [
            row.can.edit && { label: t("编辑"), shortcut: "E", to: editPath(row.id) },
            row.can.enable && {
              label: t("启用"),
              onSelect: () => (row.below.disabled > 0 ? setEnabled(row) : enable(row)),
            },
            row.can.disable && {
              label: t("停用"),
              isDanger: true,
              onSelect: () => confirm(district.disable, idOf(row), disabling(row)),
            },
            row.can.delete && {
              label: t("删除"),
              isDanger: true,
              onSelect: () => confirm(district.remove, idOf(row), removing(row)),
            },
          ]}
          create={
            <CreateButton
              label={t("新增{name}", { name: levelName })}
              to={newPath(place.country.code, isOfOne ? parent?.id : undefined)}
            />
          }
          tools={[
            isOfOne &&
              page.total > 1 && {
                label: t("调整顺序"),
                icon: IconArrowsSort,
                dialog: (onClose) => <DistrictSort place={place} levelName={levelName} onClose={onClose} />,
              },
            districtImportTool(revalidate),
          ]}
        />
      </div>
      {dialog}
      {enabled ? <ActDialog form={enabling} of={enabled} onClose={() => setEnabled(undefined)} /> : null}
    </Flex>
  );
}

const idOf = ({ id }: DistrictRow) => ({ params: { id } });
