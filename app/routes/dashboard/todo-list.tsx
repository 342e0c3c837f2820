import { FigureTip, figureMark } from "~/app/blocks/figure/figure-name";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import type { BlockData } from "~/contract/dashboard/dashboard";
import { allFigures } from "~/contract/dashboard/figure-texts";
import { type Todo, todos } from "~/contract/dashboard/metrics";
import classes from "./dashboard.module.css";
import type { OpenRows } from "./figure-address";

interface TodoListProps {
  list: BlockData["todo"];
  onOpen: (rows: OpenRows) => void;
}

/** What waits to be done, as far as the viewer may do it. */
export const TodoList = ({ list, onOpen }: TodoListProps) => (
  <div className={classes.todos}>
    {list.map(({ key, count }) => (
      <Waiting key={key} figure={key} what={todos[key]} count={count} onOpen={() => onOpen({ metric: key })} />
    ))}
  </div>
);

interface WaitingProps {
  figure: Todo;
  what: (typeof todos)[Todo];
  count: number;
  onOpen: () => void;
}

/** How much of something waits: its rows open here, or in the list that holds them. */
function Waiting({ figure, what, count, onOpen }: WaitingProps) {
  const style = { className: classes.todo, "data-waiting": count > 0 || undefined };
  const content = (
    <>
      <span className={classes.count}>{count}</span>
      <span className={figureMark}>{t(what.label)}</span>
    </>
  );
  return (
    <FigureTip of={allFigures[figure]}>
      {"to" in what ? (
        <Link {...style} to={what.to}>
          {content}
        </Link>
      ) : (
        <button type="button" {...style} onClick={onOpen}>
          {content}
        </button>
      )}
    </FigureTip>
  );
}
