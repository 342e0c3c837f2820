import { Button, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useTopics } from "~/app/blocks/use-topics";
import { t } from "~/app/i18n/t";
import { type CommentRow, comment } from "~/contract/shared/comment";
import { CommentForm } from "./comment-form";
import { CommentItem } from "./comment-item";
import classes from "./comments.module.css";
import { useCommentRemoval } from "./use-comment-removal";
import type { Owner } from "./use-mentionable";

export function Comments({ type, id }: Owner) {
  const owner = { type, id };
  const [search] = useSearchParams();
  const meant = Number(search.get("comment")) || undefined;
  const { rows, answer, hasFailed, again, hasMore, isAsking, more } = useComments(owner, meant);
  const { run, pending } = useAct();
  const { remove, dialog } = useCommentRemoval(again);
  const isMissing = meant !== undefined && answer !== undefined && !rows.some((row) => row.id === meant);
  useInSight(answer === undefined || meant === undefined ? undefined : isMissing ? missingId : `comment-${meant}`);

  return (
    <AsyncPart answer={answer} hasFailed={hasFailed && !answer} again={again} shape="list">
      {({ total, can }) => (
        <div className={`${basic.column} ${basic.gap16}`}>
          {can.create ? (
            <CommentForm
              key={`${type}:${id}`}
              owner={owner}
              label={t("评论")}
              mayWait
              submitLabel={t("发送")}
              draft={`comment:${type}:${id}`}
              pending={pending}
              onSubmit={(content, done) => {
                const onSuccess = () => {
                  done();
                  again();
                };
                const body = { owner_type: type, owner_id: id, content };
                run(comment.create, { body }, { success: t("评论已发送"), onSuccess, onKept: done });
              }}
            />
          ) : null}
          {isMissing ? (
            <Text id={missingId} size="sm" c="dimmed" role="status" tabIndex={-1} className={classes.missing}>
              {t("您要查看的评论已删除。")}
            </Text>
          ) : null}
          {total === 0 ? (
            <Note>{t("还没有评论")}</Note>
          ) : (
            <ol className={basic.list} aria-label={t("评论")}>
              {rows.map((row) => (
                <CommentItem
                  key={row.id}
                  owner={owner}
                  row={row}
                  isMeant={row.id === meant}
                  onChanged={again}
                  onRemove={() => remove(row)}
                />
              ))}
            </ol>
          )}
          {hasMore ? (
            <Button variant="default" size="sm" className={classes.more} loading={isAsking} onClick={() => void more()}>
              {t("更早的评论")}
            </Button>
          ) : null}
          {dialog}
        </div>
      )}
    </AsyncPart>
  );
}

const missingId = "comment-missing";

function useInSight(id: string | undefined): void {
  const shown = useRef<string>();
  // It is rendered only now.
  useEffect(() => {
    if (id === undefined || shown.current === id) return;
    shown.current = id;
    const item = document.getElementById(id);
    item?.scrollIntoView?.({ block: "center" });
    item?.focus({ preventScroll: true });
  }, [id]);
}

function useComments({ type, id }: Owner, meant: number | undefined) {
  const about = { owner_type: type, owner_id: id };
  const [older, setOlder] = useState<{ list: readonly CommentRow[]; has_more: boolean }>();
  const [isAsking, setIsAsking] = useState(false);
  const first = useCall(comment.list, { query: { ...about, upto: meant } });
  const { answer, again } = first;
  useTopics(`${type}:${id}`, again);

  const newest = answer?.list ?? [];
  const known = new Set(newest.map((row) => row.id));
  const rows = [...newest, ...(older?.list.filter((row) => !known.has(row.id)) ?? [])];

  async function more(): Promise<void> {
    setIsAsking(true);
    const before = rows.at(-1)?.id;
    const next = await call(comment.list, { query: { ...about, before } }).catch(() => undefined);
    setIsAsking(false);
    if (next) setOlder({ list: [...(older?.list ?? []), ...next.list], has_more: next.has_more });
  }

  return { ...first, rows, hasMore: older?.has_more ?? answer?.has_more ?? false, isAsking, more };
}
