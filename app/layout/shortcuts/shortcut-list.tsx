import { Box, Group } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Kbd } from "~/app/blocks/shortcuts/kbd";
import { type ShortcutGroup, shortcutGroups, type shortcutsInForce } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";

export function ShortcutList({ shown, onClose }: { shown: ReturnType<typeof shortcutsInForce>; onClose: () => void }) {
  const groups = (Object.keys(shortcutGroups) as ShortcutGroup[]).reverse();
  return (
    <Dialog onClose={onClose} title={t("快捷键")} size="lg">
      <div
        className={basic.grid}
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(240px, 1fr))", gap: "20px 32px" }}
      >
        {groups.map((group) => {
          const own = shown.filter((one) => one.group === group && one.run);
          if (own.length === 0) return null;
          return (
            <section key={group} aria-label={t(shortcutGroups[group])}>
              <Box component="h3" m="0 0 6px" fz={14} fw={600}>
                {t(shortcutGroups[group])}
              </Box>
              <dl className={basic.flat}>
                {own.map(({ key, label }) => (
                  <Group key={key} justify="space-between" wrap="nowrap" gap={12} mih={30} fz={14}>
                    <dt>{label}</dt>
                    <dd className={basic.flat}>
                      <Kbd of={key} isSaid />
                    </dd>
                  </Group>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
