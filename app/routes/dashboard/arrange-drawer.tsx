import "@mantine/core/styles/Switch.css";
import { Box, Button, Switch, Text } from "@mantine/core";
import { Note } from "~/app/blocks/feedback/note";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { Sortable } from "~/app/features/sorting/sortable";
import { t } from "~/app/i18n/t";
import { type ArrangementState, type BlockKey, blocks } from "./arrangement";
import classes from "./dashboard.module.css";

interface ArrangeDrawerProps extends ArrangementState {
  /** What this viewer has at all. */
  offered: ReadonlySet<BlockKey>;
  onClose: () => void;
}

// What the table is keyed by.
const keys = Object.keys(blocks) as BlockKey[];
const numberOf = (key: BlockKey) => keys.indexOf(key) + 1;

export function ArrangeDrawer({ order, hidden, change, offered, onClose }: ArrangeDrawerProps) {
  const sort = (numbers: readonly number[]) => {
    const moved = numbers.flatMap((number) => keys[number - 1] ?? []);
    const isMoved = new Set(moved);
    // The others keep their places.
    change({ order: order.map((key) => (isMoved.has(key) ? (moved.shift() ?? key) : key)), hidden: [...hidden] });
  };
  const toggle = (key: BlockKey) =>
    change({ order, hidden: hidden.has(key) ? [...hidden].filter((one) => one !== key) : [...hidden, key] });
  return (
    <SideDrawer onClose={onClose} title={t("调整版块")}>
      <Note mb="md">{t("今日工作始终在最前。拖动可调整顺序；关闭的版块不再显示，只对您自己生效。")}</Note>
      {[true, false].map((isBeside) => (
        <Box component="section" key={String(isBeside)} mb={20}>
          <Text component="h3" c="dimmed" fz={13} fw={500} mb={4}>
            {isBeside ? t("今日工作旁") : t("下方")}
          </Text>
          <Sortable
            items={order.filter((key) => blocks[key].isBeside === isBeside && offered.has(key))}
            idOf={numberOf}
            nameOf={(key) => t(blocks[key].label)}
            label={isBeside ? t("今日工作旁的版块") : t("下方的版块")}
            entryClassName={classes.entry}
            onSort={sort}
            render={(key, { handle }) => (
              <>
                {handle}
                <Switch
                  label={t(blocks[key].label)}
                  checked={!hidden.has(key)}
                  onChange={() => toggle(key)}
                  labelPosition="left"
                  className={classes.shown}
                />
              </>
            )}
          />
        </Box>
      ))}
      <Button variant="default" onClick={() => change({ order: [], hidden: [] })}>
        {t("恢复默认")}
      </Button>
    </SideDrawer>
  );
}
