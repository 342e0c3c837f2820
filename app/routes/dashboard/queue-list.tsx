import basic from "~/app/basic.module.css";
import { FigureTip } from "~/app/blocks/figure/figure-name";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { allFigures } from "~/contract/dashboard/figure-texts";
import { todos } from "~/contract/dashboard/metrics";
import classes from "./queue.module.css";
import { isInPlace, mostInPlace, type Queue } from "./queues";

/** The first rows of a queue load after the page, which does not wait. */
const QueueRows = lazyPart(() => import("./queue-rows"), "QueueRows");

export function QueueList({ queues }: { queues: readonly Queue[] }) {
  const open = queues
    .map(({ key }) => key)
    .filter(isInPlace)
    .slice(0, mostInPlace);
  return (
    <ul className={`${classes.queues} ${basic.list}`}>
      {queues.map((queue) => (
        <li key={queue.key}>
          <Head queue={queue} />
          {isInPlace(queue.key) && open.includes(queue.key) ? <QueueRows of={queue.key} count={queue.count} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Head({ queue: { key, count, note } }: { queue: Queue }) {
  const { label, to } = todos[key];
  const content = (
    <>
      <span>{t(label)}</span>
      {note ? <small className={`${basic.cut} ${basic.dim} ${basic.size13}`}>{note}</small> : null}
      <b>{count}</b>
    </>
  );
  return (
    <FigureTip of={allFigures[key]}>
      {to ? (
        <Link to={to} className={`${classes.head} ${basic.sinks} ${basic.row} ${basic.gap8} ${basic.plainText}`}>
          {content}
        </Link>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be within the keyboard's reach
        <span className={`${classes.head} ${basic.row} ${basic.gap8} ${basic.plainText}`} tabIndex={0}>
          {content}
        </span>
      )}
    </FigureTip>
  );
}
