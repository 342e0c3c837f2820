import { ActionIcon, Button } from "@mantine/core";
import { type Icon, IconDots } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import basic from "~/app/basic.module.css";
import { MenuButton } from "~/app/blocks/menu-button";
import { t } from "~/app/i18n/t";
import { floats } from "../floats";
import { lazyPart } from "../lazy-part";
import { useAddressAct } from "../use-address-act";
import { useIsPhone } from "../use-is-phone";
import { ColumnMenu } from "./columns/column-menu";
import type { ColumnMenuProps } from "./columns/column-panel";

const ColumnsBelow = lazyPart(floats.load, "ColumnsBelow");

export type ListTool = {
  label: string;
  icon: Icon;
  at?: string;
  needsRows?: boolean;
} & ({ onSelect: () => void } | { dialog: (onClose: () => void) => ReactNode });

export function useListTools(offered: readonly (ListTool | false | undefined)[], columns?: ColumnMenuProps) {
  const [opened, setOpened] = useState<string>();
  const [choosesColumns, setChoosesColumns] = useState(false);
  const tools = offered.filter((tool) => typeof tool === "object");
  const begin = (tool: ListTool) => ("onSelect" in tool ? tool.onSelect() : setOpened(tool.label));
  const present = tools.find(({ label }) => label === opened);
  const word = (tool: ListTool) => (
    <Button
      key={tool.label}
      variant="default"
      leftSection={<tool.icon size={16} stroke={1.6} aria-hidden />}
      onClick={() => begin(tool)}
    >
      {tool.label}
    </Button>
  );
  const acts = tools.map((tool) => ({ label: tool.label, onSelect: () => begin(tool) }));
  const menu = tools.length ? <ToolMenu actions={acts} /> : null;
  const columnAct = { label: t("列设置"), onSelect: () => setChoosesColumns(true) };
  const withColumns = columns ? (
    tools.length ? (
      <div className={basic.relative}>
        <ToolMenu actions={[...acts, columnAct]} />
        {choosesColumns ? <ColumnsBelow {...columns} onClose={() => setChoosesColumns(false)} /> : null}
      </div>
    ) : (
      <ColumnMenu {...columns} />
    )
  ) : null;
  return {
    line: withColumns ?? (tools.length > 1 ? menu : tools.map(word)),
    menu,
    words: tools.map(word),
    inEmpty: tools.filter(({ needsRows }) => !needsRows).map(word),
    dialog: (
      <>
        {tools.map((tool) => (tool.at ? <ByAddress key={tool.label} at={tool.at} begin={() => begin(tool)} /> : null))}
        {present && "dialog" in present ? present.dialog(() => setOpened(undefined)) : null}
      </>
    ),
  };
}

function ToolMenu({ actions }: { actions: readonly { label: string; onSelect: () => void }[] }) {
  const isPhone = useIsPhone();
  return (
    <MenuButton actions={actions}>
      {({ isWaiting, ...opener }) => (
        <ActionIcon
          variant="default"
          size={isPhone ? 44 : 36}
          style={{ flex: "none" }}
          aria-label={t("更多工具")}
          title={t("更多工具")}
          aria-haspopup="menu"
          loading={isWaiting ?? false}
          {...opener}
        >
          <IconDots size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </MenuButton>
  );
}

function ByAddress({ at, begin }: { at: string; begin: () => void }) {
  useAddressAct(at, begin);
  return null;
}
