import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Menu, UnstyledButton } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import {
  type CSSProperties,
  type MutableRefObject,
  type ReactNode,
  type SyntheticEvent,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { t } from "~/app/i18n/t";

export interface SortableEntry {
  handle: ReactNode;
  moves: readonly Move[];
  isDragged: boolean;
}

export interface Move {
  label: string;
  onSelect: () => void;
}

interface SortableProps<Item> {
  items: readonly Item[];
  idOf: (item: Item) => number;
  nameOf: (item: Item) => string;
  onSort: (ids: number[]) => void;
  render: (item: Item, entry: SortableEntry) => ReactNode;
  label: string;
  isGrid?: boolean;
  className?: string | undefined;
  entryClassName?: string | undefined;
  isFixed?: boolean;
}

/** How long a finger rests before it drags instead of scrolling. */
const rest = { delay: 220, tolerance: 8 };

/** Enter is reserved for the menu of moves. */
const keys = { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter", "Tab"] };

/**
 * A list or a grid that can be sorted: dragged anywhere with the mouse, after a short rest with a finger, by the grip with the
 * keyboard, or by a menu of moves. It includes @dnd-kit: load its users lazily.
 */
export function Sortable<Item>(props: SortableProps<Item>) {
  const { items, idOf, nameOf, onSort, render, label, isGrid = false, className, entryClassName, isFixed } = props;
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: rest }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, keyboardCodes: keys }),
  );
  const hasJustBegun = useRef(false);
  const ids = items.map(idOf);
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && to < ids.length && from !== to) onSort(arrayMove(ids, from, to));
  };
  const end = ({ active, over }: DragEndEvent) => {
    if (over) move(ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id)));
  };
  const nameOfId = (id: UniqueIdentifier) => {
    const item = items[ids.indexOf(Number(id))];
    return item === undefined ? "" : nameOf(item);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        announcements: announcementsOf(ids, nameOfId, hasJustBegun),
        screenReaderInstructions: {
          draggable: t("按空格键拿起，用方向键移动，再按空格键放下，按Esc取消。按回车键打开移动菜单。"),
        },
      }}
    >
      <SortableContext
        items={ids}
        strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}
        disabled={isFixed ?? false}
      >
        <ul className={className} style={plain} aria-label={label}>
          {items.map((item, index) => (
            <Entry
              key={ids[index]}
              id={idOf(item)}
              name={nameOf(item)}
              className={entryClassName}
              isFixed={isFixed ?? false}
              moves={isFixed ? [] : movesOf(index, ids.length, isGrid, (to) => move(index, to))}
              render={(entry) => render(item, entry)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

const plain: CSSProperties = { margin: 0, padding: 0, listStyle: "none" };

interface EntryProps {
  id: number;
  name: string;
  className: string | undefined;
  isFixed: boolean;
  moves: readonly Move[];
  render: (entry: SortableEntry) => ReactNode;
}

function Entry({ id, name, className, isFixed, moves, render }: EntryProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t("可排序") },
  });
  const style: CSSProperties = {
    position: "relative",
    transform: CSS.Translate.toString(transform),
    transition,
    zIndex: isDragging ? 2 : undefined,
    opacity: isDragging ? 0.85 : undefined,
    // A finger that rests on a picture must drag it, not save it.
    WebkitTouchCallout: "none",
  };
  const handle = isFixed ? null : (
    <Grip name={name} moves={moves} isDragging={isDragging} attributes={attributes} setRef={setActivatorNodeRef} />
  );
  return (
    <li ref={setNodeRef} className={className} style={style} {...(isFixed ? {} : draggable(listeners))}>
      {render({ handle, moves, isDragged: isDragging })}
    </li>
  );
}

type Listeners = ReturnType<typeof useSortable>["listeners"];

function draggable(listeners: Listeners) {
  const handlers = Object.entries(listeners ?? {}).map(([name, listener]) => [
    name,
    (event: SyntheticEvent<Element>) => {
      const { target, currentTarget } = event;
      if (!(target instanceof Element) || !currentTarget.contains(target)) return;
      if (!target.closest("input, textarea, select, label, [data-no-drag]")) listener(event);
    },
  ]);
  return Object.fromEntries(handlers) as Listeners;
}

interface GripProps {
  name: string;
  moves: readonly Move[];
  isDragging: boolean;
  attributes: ReturnType<typeof useSortable>["attributes"];
  setRef: (node: HTMLElement | null) => void;
}

function Grip({ name, moves, isDragging, attributes, setRef }: GripProps) {
  const [isWanted, setWanted] = useState(false);
  const node = useRef<HTMLButtonElement | null>(null);
  function open() {
    if (isDragging) return;
    flushSync(() => setWanted(true));
    // The menu has its own button, which receives the click instead.
    node.current?.focus();
    node.current?.click();
  }
  const button = (onClick?: () => void) => (
    <UnstyledButton
      {...attributes}
      ref={(element: HTMLButtonElement | null) => {
        node.current = element;
        setRef(element);
      }}
      style={grip}
      aria-label={t("移动{name}", { name })}
      aria-haspopup="menu"
      onClick={onClick}
    >
      <IconGripVertical size={18} aria-hidden />
    </UnstyledButton>
  );
  if (!isWanted) return button(open);
  return (
    <Menu shadow="md" withinPortal disabled={isDragging}>
      <Menu.Target>{button()}</Menu.Target>
      <Menu.Dropdown>
        {moves.map(({ label, onSelect }) => (
          <Menu.Item key={label} onClick={onSelect}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const grip: CSSProperties = {
  display: "inline-grid",
  placeItems: "center",
  width: 32,
  height: 32,
  flex: "none",
  cursor: "grab",
  touchAction: "none",
};

function movesOf(index: number, count: number, isGrid: boolean, to: (place: number) => void): Move[] {
  const before = [
    { label: t("移到最前"), onSelect: () => to(0) },
    { label: isGrid ? t("前移") : t("上移"), onSelect: () => to(index - 1) },
  ];
  const after = [
    { label: isGrid ? t("后移") : t("下移"), onSelect: () => to(index + 1) },
    { label: t("移到最后"), onSelect: () => to(count - 1) },
  ];
  return [...(index > 0 ? before : []), ...(index < count - 1 ? after : [])];
}

function announcementsOf(
  ids: readonly number[],
  nameOf: (id: UniqueIdentifier) => string,
  hasJustBegun: MutableRefObject<boolean>,
): Announcements {
  const place = (id: UniqueIdentifier) => ids.indexOf(Number(id)) + 1;
  const count = ids.length;
  return {
    onDragStart: ({ active }) => {
      hasJustBegun.current = true;
      const values = { name: nameOf(active.id), n: place(active.id), count };
      return t("已拿起{name}，第{n}个，共{count}个", values);
    },
    onDragOver: ({ active, over }) => {
      if (!over) return undefined;
      // At first an entry is over itself: the first message stays. A fast drag has moved it by then.
      const isBegin = hasJustBegun.current && over.id === active.id;
      hasJustBegun.current = false;
      if (isBegin) return undefined;
      return t("{name}移到第{n}个，共{count}个", { name: nameOf(active.id), n: place(over.id), count });
    },
    onDragEnd: ({ active, over }) =>
      over
        ? t("{name}已放在第{n}个，共{count}个", { name: nameOf(active.id), n: place(over.id), count })
        : t("{name}已放回原处", { name: nameOf(active.id) }),
    onDragCancel: ({ active }) => t("已取消，{name}回到原处", { name: nameOf(active.id) }),
  };
}
