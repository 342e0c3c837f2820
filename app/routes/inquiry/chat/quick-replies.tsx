import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { type MutableRefObject, useEffect, useState } from "react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { type QuickReplyRow, quickReply } from "~/contract/inquiry/quick-reply";

const QuickReplyDrawer = lazyPart(() => import("./quick-reply-drawer"), "QuickReplyDrawer");

interface QuickRepliesProps {
  keyword: string;
  first: MutableRefObject<(() => boolean) | undefined>;
  onTake: (reply: QuickReplyRow) => void;
  onClose: () => void;
}

export function QuickReplies({ keyword, first, onTake, onClose }: QuickRepliesProps) {
  const [typed, setTyped] = useState(keyword);
  const [isManaging, setIsManaging] = useState(false);
  const asked = useCall(quickReply.list, { query: { page_size: 100 } });
  useEffect(() => setTyped(keyword), [keyword]);
  const word = typed.trim().toLowerCase();
  const isFound = ({ title, content }: QuickReplyRow) => `${title}\n${content}`.toLowerCase().includes(word);
  const takeFirst = () => {
    const one = asked.answer?.list.find(isFound);
    if (one) onTake(one);
    return one !== undefined;
  };
  first.current = takeFirst;
  return (
    <section
      className={`${basic.column} ${basic.gap8}`}
      aria-label={t("快捷回复")}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className={`${basic.row} ${basic.gap8} ${basic.shrinks}`}>
        <TextInput
          size="sm"
          flex={1}
          aria-label={t("搜索快捷回复")}
          placeholder={t("标题或内容")}
          maxLength={50}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            takeFirst();
          }}
        />
        <Button variant="subtle" size="compact-sm" onClick={() => setIsManaging(true)}>
          {t("管理")}
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClose}>
          {t("收起")}
        </Button>
      </div>
      <AsyncPart {...asked}>
        {({ list }) => {
          const found = list.filter(isFound);
          if (found.length === 0)
            return (
              <p className={`${basic.dim} ${basic.size12}`}>
                {word ? t("没有找到") : t("还没有快捷回复，点“管理”添加")}
              </p>
            );
          return (
            <ul className={basic.list} style={{ maxHeight: 220, overflow: "auto" }}>
              {found.map((reply) => (
                <li key={reply.id}>
                  <UnstyledButton
                    w="100%"
                    p={8}
                    className={`${basic.sinks} ${basic.column} ${basic.rounded} ${basic.touch}`}
                    onClick={() => onTake(reply)}
                  >
                    <span className={`${basic.row} ${basic.gap8} ${basic.shrinks}`}>
                      <strong>{reply.title}</strong>
                      {reply.is_shared ? <Tag>{t("共享")}</Tag> : null}
                    </span>
                    <span className={`${basic.cut} ${basic.grow} ${basic.dim} ${basic.size13}`}>{reply.content}</span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          );
        }}
      </AsyncPart>
      {isManaging ? <QuickReplyDrawer onChanged={asked.again} onClose={() => setIsManaging(false)} /> : null}
    </section>
  );
}
