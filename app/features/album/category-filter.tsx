import { UnstyledButton } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { type AlbumCategory, type AlbumEntry, albumCategories } from "~/contract/house/album";
import classes from "./album.module.css";

interface CategoryFilterProps {
  items: readonly AlbumEntry[];
  value: AlbumCategory | undefined;
  onChange: (category: AlbumCategory | undefined) => void;
  showsAll?: boolean;
}

export function CategoryFilter({ items, value, onChange, showsAll = false }: CategoryFilterProps) {
  const counts = new Map<AlbumCategory, number>();
  for (const { category } of items) counts.set(category, (counts.get(category) ?? 0) + 1);
  const shown = (Object.keys(albumCategories) as AlbumCategory[]).filter(
    (category) => showsAll || counts.has(category) || category === value,
  );
  return (
    <fieldset className={`${basic.bare} ${basic.flow} ${basic.gap6} ${classes.filter}`} aria-label={t("按分类查看")}>
      <Chip label={t("全部")} count={items.length} isOn={value === undefined} onClick={() => onChange(undefined)} />
      {shown.map((category) => (
        <Chip
          key={category}
          label={t(albumCategories[category])}
          count={counts.get(category) ?? 0}
          isOn={value === category}
          onClick={() => onChange(value === category ? undefined : category)}
        />
      ))}
    </fieldset>
  );
}

function Chip({ label, count, isOn, onClick }: { label: string; count: number; isOn: boolean; onClick: () => void }) {
  return (
    <UnstyledButton
      className={`${classes.chip} ${basic.oneLine} ${basic.size13} ${basic.bordered}`}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {label} <span className={basic.dim}>{count}</span>
    </UnstyledButton>
  );
}
