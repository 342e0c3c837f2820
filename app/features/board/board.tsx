import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { ActionIcon, Box, Button, Menu, Skeleton } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Link } from "~/app/blocks/link";
import { formatTotal } from "~/app/blocks/list/format-total";
import { t } from "~/app/i18n/t";
import classes from "./board.module.css";
import { type BoardOf, type Column, useBoard } from "./use-board";

interface BoardProps<Row> {
  board: BoardOf<Row>;
  query: Record<string, unknown>;
  label: string;
  nameOf: (row: Row) => string;
  linkOf: (row: Row) => string;
  draw: (row: Row) => ReactNode;
  movesOf: (row: Row) => readonly string[];
  act: (row: Row, to: string) => Promise<Row | undefined>;
  isOneWay?: boolean;
  listOf: (value: string) => string;
}

/** A finger must rest this long before it drags. */
const rest = { delay: 220, tolerance: 8 };

export function Board<Row extends { id: number }>(props: BoardProps<Row>) {
  const { board, label, nameOf, movesOf } = props;
  const state = useBoard(board, props.query, props);
  const [dragged, setDragged] = useState<Row>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: rest }),
  );
  const rows = state.columns?.flatMap((column) => column.rows) ?? [];
  const rowOf = (id: unknown) => rows.find((row) => row.id === Number(id));
  const end = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    const row = rowOf(active.id);
    if (row && over) state.move(row, String(over.id));
  };
  if (state.hasFailed)
    return (
      <AsyncPart answer={undefined} hasFailed again={state.again}>
        {() => null}
      </AsyncPart>
    );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(rowOf(active.id))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={end}
    >
      <section className={classes.board} aria-label={label} aria-busy={!state.columns || undefined}>
        {state.columns?.map((column) => (
          <Lane key={column.value} column={column} isOpen={dragged !== undefined} listOf={props.listOf}>
            {column.rows.map((row) => (
              <Card
                key={row.id}
                {...props}
                row={row}
                isPending={state.isPending(row.id)}
                refusal={state.refusalOf(row.id)}
                moves={movesOf(row).filter((to) => to !== column.value)}
                onMove={(to) => state.move(row, to)}
              />
            ))}
          </Lane>
        )) ?? <Waiting count={Object.keys(board.options).length} />}
      </section>
      <DragOverlay dropAnimation={null}>
        {dragged ? (
          <div className={`${classes.overlay} ${basic.size13} ${basic.bordered}`}>{nameOf(dragged)}</div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}

interface LaneProps {
  column: Column<unknown>;
  isOpen: boolean;
  listOf: (value: string) => string;
  children: ReactNode;
}

function Lane({ column: { value, label, count, isCapped, rows }, isOpen, listOf, children }: LaneProps) {
  const { setNodeRef, isOver } = useDroppable({ id: value });
  const title = t(label);
  return (
    <section
      ref={setNodeRef}
      className={`${classes.lane} ${basic.column} ${basic.gap8} ${basic.bordered}`}
      aria-label={title}
      data-empty={(rows.length === 0 && !isOpen) || undefined}
      data-over={isOver || undefined}
    >
      <h3 className={`${basic.flat} ${basic.size13} ${basic.bold}`}>
        {title}{" "}
        <span className={`${basic.dim} ${basic.regular}`}>{formatTotal({ total: count, total_capped: isCapped })}</span>
      </h3>
      <ul className={`${basic.list} ${basic.column} ${basic.gap8}`} style={{ minHeight: 24, overflowY: "auto" }}>
        {children}
      </ul>
      {count > rows.length ? (
        <Button
          component={Link}
          to={listOf(value)}
          variant="subtle"
          size="compact-sm"
          style={{ flex: "none", alignSelf: "flex-start" }}
        >
          {t("在列表中查看全部")}
        </Button>
      ) : null}
    </section>
  );
}

interface CardProps<Row> extends Pick<BoardProps<Row>, "board" | "nameOf" | "linkOf" | "draw"> {
  row: Row;
  moves: readonly string[];
  isPending: boolean;
  refusal: string | undefined;
  onMove: (to: string) => void;
}

function Card<Row extends { id: number }>(props: CardProps<Row>) {
  const { board, row, nameOf, linkOf, draw, moves, isPending, refusal, onMove } = props;
  const name = nameOf(row);
  const isFixed = moves.length === 0 || isPending;
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: row.id, disabled: isFixed });
  return (
    <li
      ref={setNodeRef}
      className={`${classes.card} ${basic.size13} ${basic.bordered}`}
      data-fixed={isFixed || undefined}
      data-dragged={isDragging || undefined}
      aria-busy={isPending || undefined}
      {...listeners}
    >
      <div className={`${basic.row} ${basic.between} ${basic.gap6}`}>
        <Link to={linkOf(row)} className={`${classes.name} ${basic.cut} ${basic.bold}`} draggable={false}>
          {name}
        </Link>
        {isFixed ? null : (
          <Menu position="bottom-end" shadow="md" withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                className={`${classes.move} ${basic.fixed}`}
                aria-label={t("把{name}移到…", { name })}
              >
                <IconArrowsExchange size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{t("移到…")}</Menu.Label>
              {moves.map((to) => (
                <Menu.Item key={to} onClick={() => onMove(to)}>
                  {t(board.options[to] ?? to)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {draw(row)}
      {refusal ? (
        <Box component="p" m="6px 0 0" className={basic.error} role="alert">
          {refusal}
        </Box>
      ) : null}
    </li>
  );
}

const Waiting = ({ count }: { count: number }) =>
  Array.from({ length: Math.min(count, 6) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
    <div key={index} className={`${classes.lane} ${basic.column} ${basic.gap8} ${basic.bordered}`}>
      <Skeleton height={24} mb={8} />
      <Skeleton height={72} mb={8} />
      <Skeleton height={72} />
    </div>
  ));
