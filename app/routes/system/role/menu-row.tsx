import { ActionIcon, Switch, TextInput } from "@mantine/core";
import { IconArrowBackUp, IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { MenuIcon } from "~/app/layout/menu-icon";
import { type MenuEntry, type MenuIconName, menuIcons } from "~/contract/system/menu";
import classes from "./menu-editor.module.css";

export type MenuFacts = Pick<MenuEntry, "title" | "icon" | "visible" | "sort">;

interface MenuRowProps {
  entry: MenuEntry;
  isFirst: boolean;
  isLast: boolean;
  onChange: (facts: Partial<MenuFacts>) => void;
  onMove: (by: -1 | 1) => void;
}

const icons = Object.entries(menuIcons).map(([value, label]) => ({ value, label: t(label) }));
const iconNames = Object.keys(menuIcons) as MenuIconName[];

export function MenuRow({ entry, isFirst, isLast, onChange, onMove }: MenuRowProps) {
  const { title, icon, visible, default: plain } = entry;
  const name = plain.title;
  const isEdited = title !== plain.title || icon !== plain.icon || !visible;
  return (
    <fieldset className={`${classes.menuRow} ${basic.bare} ${basic.gap12}`} aria-label={name}>
      <TextInput
        aria-label={t("{name}的名称", { name })}
        value={title}
        placeholder={plain.title}
        maxLength={30}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        // Without a name, the map's own.
        onBlur={() => title.trim() || onChange({ title: plain.title })}
      />
      {entry.parent === null ? (
        <SelectOne
          aria-label={t("{name}的图标", { name })}
          data={icons}
          value={icon}
          allowDeselect={false}
          leftSection={<MenuIcon name={icon} />}
          onChange={(value) => onChange({ icon: iconNames.find((one) => one === value) ?? null })}
        />
      ) : (
        <span />
      )}
      {entry.can.hide ? (
        <Switch
          label={t("显示")}
          checked={visible}
          onChange={(event) => onChange({ visible: event.currentTarget.checked })}
        />
      ) : (
        <span className={`${basic.dim} ${basic.size13}`}>{t("始终显示")}</span>
      )}
      <span className={`${basic.flex} ${basic.end}`}>
        <Move label={t("上移{name}", { name })} isOff={isFirst} icon={IconArrowUp} onClick={() => onMove(-1)} />
        <Move label={t("下移{name}", { name })} isOff={isLast} icon={IconArrowDown} onClick={() => onMove(1)} />
        <Move
          label={t("恢复默认：{name}", { name })}
          isOff={!isEdited}
          icon={IconArrowBackUp}
          onClick={() => onChange({ title: plain.title, icon: plain.icon, visible: true })}
        />
      </span>
    </fieldset>
  );
}

interface MoveProps {
  label: string;
  isOff: boolean;
  icon: typeof IconArrowUp;
  onClick: () => void;
}

const Move = ({ label, isOff, icon: Icon, onClick }: MoveProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={36}
    aria-label={label}
    title={label}
    disabled={isOff}
    onClick={onClick}
  >
    <Icon size={18} stroke={1.6} aria-hidden />
  </ActionIcon>
);
