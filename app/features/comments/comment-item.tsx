import { Button, Group } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant, formatMoment } from "~/app/blocks/detail/format";
import { Person } from "~/app/blocks/detail/person";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { type CommentRow, comment } from "~/contract/shared/comment";
import { CommentForm } from "./comment-form";
import { CommentText } from "./comment-text";
import classes from "./comments.module.css";
import { toTyped } from "./typed-mentions";
import type { Owner } from "./use-mentionable";

interface CommentItemProps {
  owner: Owner;
  row: CommentRow;
  isMeant: boolean;
  onChanged: () => void;
  onRemove: () => void;
}

export function CommentItem({ owner, row, isMeant, onChanged, onRemove }: CommentItemProps) {
  const { run, pending } = useAct();
  const [isEditing, setIsEditing] = useState(false);
  const { id, author, created_at, edited_at, can } = row;
  return (
    <li id={`comment-${id}`} className={classes.item} data-meant={isMeant || undefined} tabIndex={-1}>
      <Group gap="4px 10px" className={`${classes.head} ${basic.size14}`}>
        <strong>
          <Person name={author.name} />
        </strong>
        <time className={`${basic.dim} ${basic.size13}`} dateTime={created_at} title={formatInstant(created_at)}>
          {formatMoment(created_at)}
        </time>
        {edited_at ? (
          <span className={`${basic.dim} ${basic.size13}`} title={formatInstant(edited_at)}>
            {t("已编辑")}
          </span>
        ) : null}
        <span className={`${classes.acts} ${basic.flex} ${basic.pushed}`}>
          {can.edit && !isEditing ? (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setIsEditing(true)}>
              {t("编辑")}
            </Button>
          ) : null}
          {can.delete && !isEditing ? (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={onRemove}>
              {t("删除")}
            </Button>
          ) : null}
        </span>
      </Group>
      {isEditing ? (
        <CommentForm
          owner={owner}
          label={t("编辑评论")}
          submitLabel={t("保存")}
          begin={toTyped(row.content, row.mentions)}
          draft={`comment-edit:${id}`}
          pending={pending}
          onCancel={() => setIsEditing(false)}
          onSubmit={(content, done) => {
            const onSuccess = () => {
              done();
              setIsEditing(false);
              onChanged();
            };
            run(comment.update, { params: { id }, body: { content } }, { success: t("评论已修改"), onSuccess });
          }}
        />
      ) : (
        <CommentText row={row} />
      )}
    </li>
  );
}
