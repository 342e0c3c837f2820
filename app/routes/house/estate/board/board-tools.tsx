import { Button, Group, Text } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { statuses, statusLabel } from "./unit-labels";
import type { LiveBoard } from "./use-board";
import type { UnitDialogState } from "./use-unit-acts";

interface BoardToolsProps {
  board: LiveBoard;
  /** The last question was in vain. */
  isOld: boolean;
  onAgain: () => void;
  mayEdit: boolean;
  ask: (dialog: UnitDialogState) => void;
}

/** How the whole estate stands, and what editors may add. */
export function BoardTools({ board, isOld, onAgain, mayEdit, ask }: BoardToolsProps) {
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
          </Button>
        </Text>
      ) : null}
      {mayEdit ? <AddButtons ask={ask} /> : null}
    </Group>
  );
}

export function AddButtons({ ask }: Pick<BoardToolsProps, "ask">) {
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => ask({ kind: "import" })}>
        {t("导入")}
      </Button>
      <Button size="xs" onClick={() => ask({ kind: "create" })}>
        {t("新增房号")}
      </Button>
    </Group>
  );
}
