import basic from "~/app/basic.module.css";
import { useProfile } from "~/app/session/viewer-context";
import { type CommentRow, partsOf } from "~/contract/shared/comment";
import classes from "./comments.module.css";

/** A comment's text, with the names of the mentioned people; the reader's own is highlighted. */
export function CommentText({ row: { content, mentions } }: { row: Pick<CommentRow, "content" | "mentions"> }) {
  const { id: own } = useProfile();
  const names = new Map(mentions.map(({ id, name }) => [id, name]));
  return (
    <p className={`${basic.anywhere} ${basic.lines} ${basic.size14}`} style={{ margin: "4px 0 0", lineHeight: 1.6 }}>
      {partsOf(content).map((piece, index) =>
        typeof piece === "string" ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never change their order.
          <span key={index} className={classes.mention} data-own={piece === own || undefined}>
            @{names.get(piece) ?? piece}
          </span>
        ),
      )}
    </p>
  );
}
