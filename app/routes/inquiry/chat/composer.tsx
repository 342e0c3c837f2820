import "@mantine/core/styles/Progress.css";
import { Button, Progress, Text, Textarea } from "@mantine/core";
import { IconBolt, IconBuilding, IconSend2 } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { useDraft } from "~/app/blocks/form/use-draft";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { estate } from "~/contract/house/estate";
import type { ChatDetail } from "~/contract/inquiry/chat";
import { chatTextLimit } from "~/contract/inquiry/chat-words";
import type { QuickReplyRow } from "~/contract/inquiry/quick-reply";
import classes from "./chat.module.css";
import type { Conversation } from "./conversation";
import { FileTools, Tool } from "./file-tools";
import { QuickReplies } from "./quick-replies";
import { type Files, useFiles } from "./use-files";

const EstatePicker = lazyPart(() => import("./estate-picker"), "EstatePicker");

const nothing = { content: null, media_id: null, estate_id: null, quick_reply_id: null };

export function Composer({ detail, conversation }: { detail: ChatDetail; conversation: Conversation }) {
  const { id, can, chat_status } = detail;
  const profile = useProfile();
  const block = useRef<HTMLElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const { text, setText, quick, setQuick, clear } = useTyped(id);
  const [isPicking, setIsPicking] = useState(false);
  const [replies, setReplies] = useState<string>();
  const first = useRef<() => boolean>();
  const files = useFiles(block, (type, media_id) => conversation.say({ ...nothing, type, media_id }));
  if (!can.reply)
    return (
      <Text c="dimmed" ta="center" p={16} className={`${basic.fixed} ${basic.overlined}`} role="status">
        {chat_status === "ended" ? t("会话已结束") : t("该会话由其他同事接待，转接给自己后可回复")}
      </Text>
    );

  const send = () => {
    const content = text.trim();
    if (!content) return;
    conversation.say({ ...nothing, type: "text", content, quick_reply_id: quick });
    clear();
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // Enter sends, Shift+Enter is a new line.
    if (event.key === "Escape") setReplies(undefined);
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    // By `/` the first of what was found is taken.
    if (replies !== undefined && text.startsWith("/") && first.current?.()) return;
    send();
  };
  const type = (next: string) => {
    setText(next);
    // By `/` at the beginning one searches what one says often.
    setReplies(next.startsWith("/") ? next.slice(1) : undefined);
  };
  const take = (reply: QuickReplyRow) => {
    setText(replies === undefined || text.startsWith("/") ? reply.content : `${text}${reply.content}`);
    setQuick(reply.id);
    setReplies(undefined);
    input.current?.focus();
  };
  return (
    <section
      ref={block}
      className={`${classes.composer} ${basic.column} ${basic.gap8} ${basic.fixed} ${basic.overlined}`}
      aria-label={t("回复")}
      data-over={files.isOver || undefined}
      {...files.dropping}
    >
      <SendingFiles files={files} />
      {replies === undefined ? null : (
        <QuickReplies keyword={replies} first={first} onTake={take} onClose={() => setReplies(undefined)} />
      )}
      <form
        className={`${basic.column} ${basic.gap8}`}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Textarea
          ref={input}
          aria-label={t("回复内容")}
          placeholder={t("输入回复，/ 查找快捷回复，可粘贴或拖入图片")}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={chatTextLimit}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        <div className={`${basic.row} ${basic.gap4}`}>
          <FileTools onChosen={files.add} />
          {mayCall(profile, estate.list) ? (
            <Tool label={t("发送房源")} icon={IconBuilding} onClick={() => setIsPicking(true)} />
          ) : null}
          <Tool
            label={t("快捷回复")}
            icon={IconBolt}
            isOpen={replies !== undefined}
            onClick={() => setReplies(replies === undefined ? "" : undefined)}
          />
          <Button
            type="submit"
            size="sm"
            className={`${basic.pushed} ${basic.touch}`}
            disabled={!text.trim()}
            leftSection={<IconSend2 size={16} aria-hidden />}
          >
            {chat_status === "waiting" ? t("接入并发送") : t("发送")}
          </Button>
        </div>
      </form>
      {isPicking ? (
        <EstatePicker
          onTake={(estate_id) => conversation.say({ ...nothing, type: "estate_card", estate_id })}
          onClose={() => setIsPicking(false)}
        />
      ) : null}
    </section>
  );
}

function SendingFiles({ files: { sending, retry, forget } }: { files: Files }) {
  if (sending.length === 0) return null;
  return (
    <ul className={`${basic.list} ${basic.column} ${basic.gap4}`} aria-label={t("正在上传")}>
      {sending.map((one) => (
        <li key={one.key} className={`${basic.row} ${basic.gap8} ${basic.size13}`}>
          <span className={basic.cut}>{one.file.name}</span>
          {one.hasFailed ? (
            <>
              <span className={`${basic.wrap} ${basic.gap4} ${basic.error} ${basic.size12}`}>{t("上传失败")}</span>
              <Button variant="subtle" size="compact-xs" onClick={() => retry(one)}>
                {t("重试")}
              </Button>
              <Button variant="subtle" color="gray" size="compact-xs" onClick={() => forget(one.key)}>
                {t("移除")}
              </Button>
            </>
          ) : (
            <Progress
              value={one.progress}
              size="sm"
              flex={1}
              aria-label={t("正在上传{name}", { name: one.file.name })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function useTyped(id: number) {
  const [text, setText] = useState("");
  const [quick, setQuick] = useState<number | null>(null);
  const values = useMemo(() => ({ text }), [text]);
  const extra = useMemo(() => ({ quick }), [quick]);
  const { offer, closeOffer, finish } = useDraft(`chat:${id}`, { values, extra, isDirty: text !== "" });
  // Loaded after the page is shown; text typed meanwhile wins.
  useEffect(() => {
    if (!offer) return;
    setText((now) => now || String(offer.values.text ?? ""));
    closeOffer();
  }, [offer, closeOffer]);
  return {
    text,
    setText: (next: string) => {
      setText(next);
      if (next === "") {
        setQuick(null);
        finish();
      }
    },
    /** The quick reply at its start. */
    quick,
    setQuick,
    clear: () => {
      setText("");
      setQuick(null);
      finish();
    },
  };
}
