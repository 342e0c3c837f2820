import { Flex } from "@mantine/core";
import { useNavigate, useRevalidator } from "@remix-run/react";
import { IconArrowsSort } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { importTool } from "~/app/features/import/import-tool";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import {
  type DistrictPage,
  type DistrictPlace,
  type DistrictRow,
  district,
  districtImport,
} from "~/contract/region/district";
import classes from "./district.module.css";
import { lists } from "./district-columns";
import { DistrictCrumbs } from "./district-crumbs";
import { editPath, listPath, newPath } from "./district-paths";
import { DistrictTree } from "./district-tree";

const enabling = actDialog({
  endpoint: district.enable,
  fields: ["with_below"],
  about: ({ name_zh: name, code, below }: DistrictRow) =>
    t("{name}（{code}）下有 {count} 个已停用的区域，可以一同启用。", { name, code, count: below.disabled }),
  submitLabel: "启用",
  success: () => t("已启用"),
});

const DistrictSort = lazyPart(() => import("./district-sort"), "DistrictSort");

export function DistrictList({ level, page }: { level: number; page: DistrictPage }) {
  const isPhone = useIsPhone();
  const acts = useActs();
  const { revalidate } = useRevalidator();
  const { place } = page;
  const parent = place.above.at(-1);
  // Only siblings have an order.
  const isOfOne = (parent?.level ?? 0) === level - 1;
  const levelName = place.country.level_names[level - 1] ?? "";
  const list = lists[level - 1];
  if (!list) return null;
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
            row.can.enable &&
              (row.below.disabled > 0
                ? acts.form(enabling, row)
                : acts.enable(district.enable, { ...idOf(row), body: { with_below: false } })),
            row.can.disable && acts.afterQuestion(district.disable, idOf(row), disabling(row), { isDanger: true }),
            row.can.delete && acts.remove(district.remove, idOf(row), removing(row), { closesOnError: true }),
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
            importTool(t("导入区域"), districtImport, revalidate),
          ]}
        />
      </div>
      {acts.dialog}
    </Flex>
  );
}

const idOf = ({ id }: DistrictRow) => ({ params: { id } });

const disabling = ({ name_zh: name, code, below }: DistrictRow) => ({
  text:
    (below.enabled
      ? t("{name}（{code}）及其下级 {count} 个区域将一起停用。", { name, code, count: below.enabled })
      : t("{name}（{code}）将停用。", { name, code })) + t("已引用的记录仍显示其名称，但不能再选择。"),
  confirmLabel: t("停用"),
  success: t("已停用"),
  closesOnError: true,
});

const removing = ({ name_zh: name, code }: DistrictRow) =>
  t("确定删除 {name}（{code}）？删除后不能恢复；有下级或被引用时不能删除。", { name, code });

function DistrictSide({ place }: { place: DistrictPlace }) {
  const navigate = useNavigate();
  const { country } = place;
  const countries = useScene("countries").map(({ value, label }) => ({ value: String(value), label }));
  const known = countries.some(({ value }) => value === country.code);
  return (
    <aside
      className={`${classes.side} ${basic.surface} ${basic.column} ${basic.gap8} ${basic.fixed}`}
      aria-label={t("区域导航")}
    >
      <SelectOne
        label={t("国家/地区")}
        data={known ? countries : [{ value: country.code, label: country.name }, ...countries]}
        searchable
        allowDeselect={false}
        value={country.code}
        onChange={(code) => code && navigate(listPath(code, 1))}
      />
      <RemoteSelect
        scene="districts"
        countries={[country.code]}
        value={[]}
        onChange={([id]) => id && navigate(editPath(id))}
        input={{ label: t("查找区域"), placeholder: t("名称、代码或拼音首字母") }}
      />
      <nav className={classes.tree} aria-label={t("区域树")}>
        <DistrictTree country={country.code} open={place.above.map(({ id }) => id)} present={place.above.at(-1)?.id} />
      </nav>
    </aside>
  );
}
