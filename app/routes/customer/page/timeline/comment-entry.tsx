import { Box } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CommentText } from "~/app/features/comments/comment-text";
import { toTyped } from "~/app/features/comments/typed-mentions";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { type CommentRow, comment } from "~/contract/shared/comment";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

const CommentForm = lazyPart(() => import("~/app/features/comments/comment-form"), "CommentForm");

export function CommentEntry({ about, row, onRemove }: { about: number; row: CommentRow; onRemove: () => void }) {
  const { run, pending } = useAct();
  const [isEditing, setIsEditing] = useState(false);
  const { id, author, created_at, edited_at, can } = row;
  const close = () => setIsEditing(false);
  return (
    <Entry
      kind="comment"
      at={created_at}
      what={<Tag>{edited_at ? t("评论（已编辑）") : t("评论")}</Tag>}
      who={author.name}
      about={t("{name}的评论", { name: author.name })}
      actions={
        isEditing
          ? []
          : [
              can.edit && { label: t("编辑"), onSelect: () => setIsEditing(true) },
              can.delete && { label: t("删除"), isDanger: true, onSelect: onRemove },
            ]
      }
    >
      {isEditing ? (
        <CommentForm
          owner={{ type: "customer", id: about }}
          label={t("编辑评论")}
          submitLabel={t("保存")}
          begin={toTyped(row.content, row.mentions)}
          draft={`comment-edit:${id}`}
          pending={pending}
          onCancel={close}
          onSubmit={(content, done) => {
            const onSuccess = () => {
              done();
              close();
            };
            run(comment.update, { params: { id }, body: { content } }, { success: t("评论已修改"), onSuccess });
          }}
        />
      ) : (
        <div className={classes.text}>
          <CommentText row={row} />
        </div>
      )}
    </Entry>
  );
}

export function NewComment({ record: { id }, onClose }: { record: CustomerDetail; onClose: () => void }) {
  const { run, pending } = useAct();
  return (
    <Box component="section" pb={20} className={basic.underlined} aria-label={t("写评论")}>
      <CommentForm
        owner={{ type: "customer", id }}
        label={t("评论")}
        mayWait
        submitLabel={t("发送")}
        draft={`comment:customer:${id}`}
        pending={pending}
        onCancel={onClose}
        onSubmit={(content, done) => {
          const onSuccess = () => {
            done();
            onClose();
          };
          const body = { owner_type: "customer" as const, owner_id: id, content };
          run(comment.create, { body }, { success: t("评论已发送"), onSuccess, onKept: onSuccess });
        }}
      />
    </Box>
  );
}
