import basic from "~/app/basic.module.css";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Kbd } from "~/app/blocks/shortcuts/kbd";
import { type ShortcutGroup, shortcutGroups, type shortcutsInForce } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import classes from "./shortcut-list.module.css";

interface ShortcutListProps {
  shown: ReturnType<typeof shortcutsInForce>;
  onClose: () => void;
}

/** The shortcuts of this screen by where they work, the widest first. */
export function ShortcutList({ shown, onClose }: ShortcutListProps) {
  const groups = (Object.keys(shortcutGroups) as ShortcutGroup[]).reverse();
  return (
    <Dialog onClose={onClose} title={t("快捷键")} size="lg">
      <div className={classes.groups}>
        {groups.map((group) => {
          const own = shown.filter((one) => one.group === group && one.run);
          if (own.length === 0) return null;
          return (
            <section key={group} aria-label={t(shortcutGroups[group])}>
              <h3 className={`${classes.title} ${basic.size14} ${basic.bold}`}>{t(shortcutGroups[group])}</h3>
              <dl className={basic.flat}>
                {own.map(({ key, label }) => (
                  <div key={key} className={`${classes.line} ${basic.row} ${basic.between} ${basic.gap12}`}>
                    <dt>{label}</dt>
                    <dd>
                      <Kbd of={key} isSaid />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
