import { ActionIcon, Box, Button, Group } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconSearchOff, IconX } from "@tabler/icons-react";
import { type ComponentType, type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { CallInput } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { type useAsync, useCall } from "~/app/blocks/detail/use-async";
import { Forbidden, State } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { isTyping, shortcutProps, useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import type { Endpoint } from "~/contract/endpoint";
import { useDrawerAddress } from "./drawer-address";
import { nameOfRow } from "./open-row";
import classes from "./row-drawer.module.css";

export interface DrawerPart<Row> {
  id: number;
  row: Row | undefined;
  isWriting: boolean;
  onWrite: (isOn: boolean) => void;
  /** Goes to the next row; absent after the last. */
  onNext: (() => void) | undefined;
  onClose: () => void;
}

interface RowDrawerProps<Row> {
  part: ComponentType<DrawerPart<Row>>;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  linkOf: ((row: Row) => string) | undefined;
}

/** The row of `?open=` in a drawer next to its list, which stays usable: previous and next by button or K and J, Esc closes it. */
export function RowDrawer<Row extends { id: number }>({ part: Part, rows, nameOf, linkOf }: RowDrawerProps<Row>) {
  const { id, isWriting, move, write, close } = useDrawerAddress();
  const panel = useRef<HTMLElement>(null);
  const index = rows.findIndex((row) => row.id === id);
  // When an act removes a row from the list, the next one takes its place.
  const last = useRef(index);
  if (index >= 0) last.current = index;
  const isGone = index < 0;
  const row = rows[index];
  const previous = rows[last.current - 1];
  const next = last.current < 0 ? undefined : rows[isGone ? last.current : index + 1];
  const goTo = (to: Row | undefined) => (to ? () => move(to.id) : undefined);
  const [onPrevious, onNext] = [goTo(previous), goTo(next)];
  useShortcuts(
    "drawer",
    () => [
      id !== undefined && { key: "J", label: t("下一条"), run: onNext },
      id !== undefined && { key: "K", label: t("上一条"), run: onPrevious },
      id !== undefined && { key: "Escape", label: t("关闭抽屉"), run: close },
    ],
    panel,
  );
  useFocus(panel, id);

  if (id === undefined) return null;
  const name = row ? nameOf(row) : "";
  return (
    <aside
      ref={panel}
      role="dialog"
      aria-label={name || t("详情")}
      tabIndex={-1}
      className={`${classes.drawer} ${basic.column}`}
      onKeyDown={leaveField}
    >
      <Group
        component="header"
        gap={6}
        wrap="nowrap"
        mih={48}
        flex="none"
        p="4px 12px 4px 20px"
        className={basic.underlined}
      >
        <Box component="h2" flex={1} m={0} fz={17} fw={600} className={basic.cut}>
          {name}
        </Box>
        {isGone ? null : (
          <span className={`${basic.oneLine} ${basic.dim} ${basic.size13}`}>
            {t("{n} / {total}", { n: index + 1, total: rows.length })}
          </span>
        )}
        <Tool label={t("上一条")} shortcut="K" onClick={onPrevious} icon={<IconChevronUp size={18} aria-hidden />} />
        <Tool label={t("下一条")} shortcut="J" onClick={onNext} icon={<IconChevronDown size={18} aria-hidden />} />
        {row && linkOf ? (
          <Button
            component={Link}
            to={linkOf(row)}
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowsDiagonal size={15} aria-hidden />}
          >
            {t("查看完整页面")}
          </Button>
        ) : null}
        <Tool label={t("关闭")} shortcut="Escape" onClick={close} icon={<IconX size={18} aria-hidden />} />
      </Group>
      <div className={basic.grow} style={{ overflow: "auto", padding: "16px 20px 24px" }}>
        <Part key={id} {...{ id, row, isWriting, onNext }} onWrite={write} onClose={close} />
      </div>
    </aside>
  );
}

interface ToolProps {
  label: string;
  shortcut: string;
  icon: ReactNode;
  onClick: (() => void) | undefined;
}

const Tool = ({ label, shortcut, icon, onClick }: ToolProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    {...shortcutProps(label, shortcut)}
    disabled={!onClick}
    onClick={onClick}
  >
    {icon}
  </ActionIcon>
);

function leaveField({ key, target, currentTarget }: ReactKeyboardEvent<HTMLElement>) {
  if (key !== "Escape" || !isTyping(target) || (target as Element).matches("[aria-expanded=true]")) return;
  if ((target as Element).closest("[role=dialog]") === currentTarget) currentTarget.focus();
}

function useFocus(panel: { current: HTMLElement | null }, id: number | undefined) {
  const before = useRef<number>();
  useEffect(() => {
    const was = before.current;
    before.current = id;
    const rowOf = (one: number) => document.querySelector<HTMLElement>(`tr[data-row="${one}"]`);
    if (id !== undefined) {
      rowOf(id)?.scrollIntoView?.({ block: "nearest" });
      if (was === undefined) panel.current?.focus({ preventScroll: true });
    } else if (was !== undefined && document.activeElement === document.body) {
      nameOfRow(rowOf(was))?.focus({ preventScroll: true });
    }
  }, [panel, id]);
}

export function useDrawerCall<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const loaded = useLoaderData();
  const asked = useCall(endpoint, input);
  const { again } = asked;
  const known = useRef(loaded);
  useEffect(() => {
    if (known.current === loaded) return;
    known.current = loaded;
    again();
  }, [loaded, again]);
  return asked;
}

export function DrawerAnswer<T>(
  props: Omit<ReturnType<typeof useAsync<T>>, "answer"> & { answer: T | undefined; children: (answer: T) => ReactNode },
) {
  const { error } = props;
  if (error instanceof CallError && error.status === 403) return <Forbidden />;
  if (error instanceof CallError && error.status === 404)
    return <State icon={IconSearchOff} title={t("数据不存在或已被删除")} />;
  return <AsyncPart {...props} />;
}
