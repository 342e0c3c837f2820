import { Button, Group, Text } from "@mantine/core";
import { IconArrowsMaximize, IconArrowsMinimize } from "@tabler/icons-react";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import classes from "~/app/features/unit-board/unit-board.module.css";
import { statuses, statusLabel } from "~/app/features/unit-board/unit-labels";
import type { LiveBoard } from "~/app/features/unit-board/use-board";
import { t } from "~/app/i18n/t";
import type { UnitDialogState } from "./use-unit-acts";

interface BoardToolsProps {
  board: LiveBoard;
  isOld: boolean;
  onAgain: () => void;
  mayEdit: boolean;
  ask: (dialog: UnitDialogState) => void;
  shown: { totals: boolean; choosing: boolean; full: boolean };
  toggle: (what: "totals" | "choosing" | "full") => void;
  mayChoose: boolean;
  isClient: boolean;
}

export function BoardTools(props: BoardToolsProps) {
  const { board, isOld, onAgain, mayEdit, ask, shown, toggle, mayChoose, isClient } = props;
  const Screen = shown.full ? IconArrowsMinimize : IconArrowsMaximize;
  const all = statuses.reduce((sum, status) => sum + board.summary[status], 0);
  const parts = statuses
    .filter((status) => board.summary[status])
    .map((status) => `${statusLabel(status, false)} ${board.summary[status]}`);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{[t("全盘 {count} 套", { count: all }), ...parts].join(" · ")}</Text>
      {isOld ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t("更新失败，显示的可能不是最新状态")}
          <Button size="compact-sm" variant="subtle" onClick={onAgain}>
            {t("重试")}
          </Button>{" "}
          <BlockedHint />
        </Text>
      ) : null}
      <Group gap="xs" className={classes.tools}>
        {isClient ? null : (
          <Button
            size="xs"
            variant={shown.totals ? "light" : "default"}
            aria-expanded={shown.totals}
            onClick={() => toggle("totals")}
          >
            {t("合计")}
          </Button>
        )}
        {mayChoose && !isClient ? (
          <Button
            size="xs"
            variant={shown.choosing ? "light" : "default"}
            aria-pressed={shown.choosing}
            onClick={() => toggle("choosing")}
          >
            {t("多选")}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="default"
          leftSection={<Screen size={14} aria-hidden />}
          onClick={() => toggle("full")}
        >
          {shown.full ? t("退出全屏") : t("全屏")}
        </Button>
        {mayEdit ? <AddButtons ask={ask} /> : null}
      </Group>
    </Group>
  );
}

export const AddButtons = ({ ask }: Pick<BoardToolsProps, "ask">) => (
  <>
    <Button size="xs" variant="default" onClick={() => ask({ kind: "import" })}>
      {t("导入")}
    </Button>
    <Button size="xs" onClick={() => ask({ kind: "create" })}>
      {t("新增房号")}
    </Button>
  </>
);
