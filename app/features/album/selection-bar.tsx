import { Button, Menu } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { type AlbumCategory, albumCategories } from "~/contract/house/album";
import classes from "./album.module.css";

interface SelectionBarProps {
  count: number;
  onCategory: (category: AlbumCategory) => void;
  onAll: () => void;
  onRemove: () => void;
  onClear: () => void;
}

export const SelectionBar = ({ count, onCategory, onAll, onRemove, onClear }: SelectionBarProps) => (
  <div
    className={`${basic.wrap} ${basic.gap8} ${basic.bordered} ${basic.rounded} ${classes.selection}`}
    role="toolbar"
    aria-label={t("批量操作")}
  >
    <span role="status">{t("已选{count}项", { count })}</span>
    <Menu shadow="md" withinPortal>
      <Menu.Target>
        <Button size="compact-sm">{t("修改分类")}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {(Object.keys(albumCategories) as AlbumCategory[]).map((category) => (
          <Menu.Item key={category} onClick={() => onCategory(category)}>
            {t(albumCategories[category])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
    <Button size="compact-sm" variant="default" onClick={onRemove}>
      {t("移除所选")}
    </Button>
    <Button size="compact-sm" variant="subtle" onClick={onAll}>
      {t("全选")}
    </Button>
    <Button size="compact-sm" variant="subtle" onClick={onClear}>
      {t("取消选择")}
    </Button>
  </div>
);
