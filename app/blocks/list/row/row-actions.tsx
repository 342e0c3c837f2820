import { Button, Loader } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconDots } from "@tabler/icons-react";
import clsx from "clsx";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { MenuButton } from "~/app/blocks/menu-button";
import { danger, type RowAction } from "~/app/blocks/row-action";
import { shortcutProps, useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import classes from "./row-actions.module.css";

interface RowActionsProps {
  actions: readonly (RowAction | false | undefined)[];
  about: string;
  isTall?: boolean;
  /** How many are next to the menu, if not two or three. */
  most?: number | undefined;
}

export function RowActions({ actions, about, isTall, most }: RowActionsProps) {
  const { shown, near } = parted(actions);
  return <Line {...{ shown, about, isTall }} beside={near.slice(0, most ?? (shown.length > 3 ? 2 : 3))} />;
}

export function QuietActions({ actions, about }: RowActionsProps) {
  const { shown, near } = parted(actions);
  const main = near.find(({ isPrimary }) => isPrimary) ?? near[0];
  return <Line {...{ shown, about }} beside={shown.length > 2 ? near.filter((action) => action === main) : near} />;
}

function parted(actions: RowActionsProps["actions"]) {
  const shown = actions.filter((action) => typeof action === "object");
  return { shown, near: shown.filter(({ isApart }) => !isApart) };
}

interface LineProps extends Pick<RowActionsProps, "about" | "isTall"> {
  shown: readonly RowAction[];
  beside: readonly RowAction[];
}

function Line({ shown, beside, about, isTall = false }: LineProps) {
  if (shown.length === 0) return null;
  const rest = shown.filter((action) => !beside.includes(action)).sort(apartLast);
  const Act = isTall ? TallAct : FlatAct;
  return (
    <div
      className={clsx(
        `${classes.actions} ${basic.gap2} ${basic.row} ${basic.oneLine}`,
        isTall && `${classes.tall} ${basic.gap8}`,
      )}
      data-acts
    >
      {isTall ? <RecordKeys shown={shown} /> : null}
      {beside.map((action) => (
        <Act key={action.label} {...action} />
      ))}
      {rest.length ? <MoreActions actions={rest} about={about} /> : null}
    </div>
  );
}

const apartLast = (one: RowAction, other: RowAction) => Number(one.isApart ?? false) - Number(other.isApart ?? false);

function RecordKeys({ shown }: { shown: readonly RowAction[] }) {
  const navigate = useNavigate();
  useShortcuts("record", () =>
    shown.map(
      ({ shortcut: key, label, to, onSelect, blocked }) =>
        key !== undefined &&
        blocked === undefined && { key, label, run: () => (to === undefined ? onSelect?.() : navigate(to)) },
    ),
  );
  return null;
}

export function CardActions({ actions, about }: RowActionsProps) {
  const shown = actions.filter((action) => typeof action === "object");
  const first =
    shown.find(({ isPrimary }) => isPrimary) ?? (shown.length === 1 && !shown[0]?.isDanger ? shown[0] : undefined);
  const rest = shown.filter((action) => action !== first);
  return (
    <div className={clsx(`${classes.actions} ${basic.gap2} ${basic.row} ${basic.oneLine}`, classes.card)}>
      {first ? <CardAct {...first} /> : null}
      {rest.length ? <MoreActions actions={rest} about={about} /> : null}
    </div>
  );
}

function TallAct({ label, to, onSelect, isDanger, isPrimary, blocked, shortcut }: RowAction) {
  const look = { size: "sm", variant: isPrimary ? "filled" : "default", c: isDanger ? danger : undefined, px: 16 };
  const style = { ...look, ...shortcutProps(label, shortcut) };
  return to === undefined ? (
    <Button {...style} fw={500} onClick={onSelect} disabled={blocked !== undefined} title={blocked ?? style.title}>
      {label}
    </Button>
  ) : (
    <Button {...style} fw={500} component={Link} to={to}>
      {label}
    </Button>
  );
}

const act = `${basic.plain} ${basic.inlineRow} ${basic.centered} ${classes.act}`;

function FlatAct({ label, to, onSelect, isDanger, blocked, shortcut }: RowAction) {
  const style = { className: act, "data-danger": isDanger || undefined, ...shortcutProps(label, shortcut) };
  return to === undefined ? (
    <button type="button" {...style} onClick={onSelect} disabled={blocked !== undefined} title={blocked ?? style.title}>
      {label}
    </button>
  ) : (
    <Link to={to} {...style}>
      {label}
    </Link>
  );
}

/** A card has no hover: touching a disabled act shows the reason. */
function CardAct({ blocked, ...action }: RowAction) {
  if (blocked === undefined) return <FlatAct {...action} />;
  return (
    <button type="button" className={act} aria-disabled onClick={() => toast.warning(blocked)}>
      {action.label}
    </button>
  );
}

/** The menu of further actions. */
const MoreActions = ({ actions, about }: { actions: readonly RowAction[]; about: string }) => (
  <MenuButton actions={actions}>
    {({ isWaiting, ...opener }) => (
      <button
        type="button"
        className={clsx(act, classes.more)}
        aria-label={t("{about}的更多操作", { about })}
        aria-haspopup="menu"
        {...opener}
      >
        {isWaiting ? <Loader size={16} /> : <IconDots size={16} aria-hidden />}
      </button>
    )}
  </MenuButton>
);
