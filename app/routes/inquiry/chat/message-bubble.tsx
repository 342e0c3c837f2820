import { Button, Stack, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant, formatMoment } from "~/app/blocks/detail/format";
import { lazyPart } from "~/app/blocks/lazy-part";
import { layoutText, priceText } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { formatBytes } from "~/contract/format";
import type { ChatMessage } from "~/contract/inquiry/chat";
import type { ChatCard, ChatFile } from "~/contract/inquiry/chat-words";
import classes from "./chat.module.css";
import { systemText } from "./session-item";

const PicturePreview = lazyPart(() => import("~/app/features/upload/picture-preview"), "PicturePreview");

const pause = 5 * 60_000;

interface BubbleProps {
  message: ChatMessage;
  before: ChatMessage | undefined;
  visitor: string | null;
  /** Its file's address has expired. */
  onStale: () => void;
}

/** One message: the visitor's at the left, the house's at the right, the system's in the middle. */
export function Bubble({ message, before, visitor, onStale }: BubbleProps) {
  const { sender, at, staff } = message;
  const isLater = !before || Date.parse(at) - Date.parse(before.at) > pause;
  const time = isLater ? (
    <Text component="time" c="dimmed" fz={12} mx="auto" dateTime={at} title={formatInstant(at)}>
      {formatMoment(at)}
    </Text>
  ) : null;
  if (sender === "system")
    return (
      <Stack gap={4} mx="auto" c="dimmed" fz={12} ta="center">
        {time}
        <span>{withName(t(systemText(message.content)), staff?.name)}</span>
      </Stack>
    );
  const isStaff = sender === "staff";
  const speaker = isStaff ? (staff?.name ?? t("客服")) : (visitor ?? t("访客"));
  const isSame = before?.sender === sender && before.staff?.id === staff?.id && !isLater;
  return (
    <div
      className={`${classes.row} ${basic.column} ${basic.top} ${basic.gap4} ${basic.relative}`}
      data-own={isStaff || undefined}
    >
      {time}
      {isSame ? (
        <VisuallyHidden>{speaker}</VisuallyHidden>
      ) : (
        <span className={`${basic.dim} ${basic.size12}`}>{speaker}</span>
      )}
      <Said message={message} onStale={onStale} />
    </div>
  );
}

/** What somebody said. */
export const bubble = `${classes.bubble} ${basic.surface} ${basic.flat} ${basic.anywhere} ${basic.lines}`;

const withName = (text: string, name: string | undefined) => (name ? t("{text}（{name}）", { text, name }) : text);

function Said({ message, onStale }: Pick<BubbleProps, "message" | "onStale">): ReactNode {
  const { type, content, file, card } = message;
  if (type === "estate_card") return card ? <EstateCard card={card} /> : <p className={bubble}>{t("[房源已下线]")}</p>;
  if (type === "text") return <p className={bubble}>{content}</p>;
  if (!file) return <p className={bubble}>{t("[文件已删除]")}</p>;
  return type === "image" ? <PictureOf file={file} onStale={onStale} /> : <FileOf file={file} />;
}

function PictureOf({ file, onStale }: { file: ChatFile; onStale: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [failed, setFailed] = useState<string>();
  return (
    <>
      {failed === file.url ? (
        <Button variant="default" size="compact-sm" onClick={onStale}>
          {t("图片未能加载，点此重试")}
        </Button>
      ) : (
        <UnstyledButton
          className={classes.picture}
          onClick={() => setIsOpen(true)}
          aria-label={t("查看图片{name}", { name: file.name })}
        >
          <img src={file.url} alt={file.name} onError={() => setFailed(file.url)} />
        </UnstyledButton>
      )}
      {isOpen ? <PicturePreview pictures={[file]} first={file.id} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const FileOf = ({ file }: { file: ChatFile }) => (
  <a
    className={`${basic.surface} ${basic.row} ${basic.gap8} ${basic.finger}`}
    style={{ maxWidth: "min(80%, 360px)", padding: "6px 12px", color: "inherit", textDecoration: "underline" }}
    href={file.url}
    target="_blank"
    rel="noreferrer"
  >
    <IconFile size={22} stroke={1.5} aria-hidden />
    <span className={basic.cut}>{file.name}</span>
    <span className={`${basic.dim} ${basic.size12}`}>{formatBytes(file.size)}</span>
  </a>
);

function EstateCard({ card }: { card: ChatCard }) {
  const price = priceText({ ...card, price_min_cny: null, price_max_cny: null });
  const rest = [card.place, layoutText(card.layouts)].filter(Boolean).join(" · ");
  const inside = (
    <>
      {card.cover ? (
        <img src={card.cover} alt="" className={`${classes.cover} ${basic.fixed} ${basic.rounded}`} />
      ) : null}
      <span className={`${basic.column} ${basic.shrinks} ${basic.size13}`}>
        <strong className={`${basic.bold} ${basic.size14}`}>{card.name}</strong>
        <span>{price}</span>
        <span className={`${basic.dim} ${basic.size12}`}>{rest}</span>
      </span>
    </>
  );
  if (!card.url)
    return (
      <div className={`${classes.estateCard} ${basic.surface} ${basic.row} ${basic.gap12} ${basic.unlined}`}>
        {inside}
      </div>
    );
  return (
    <a
      className={`${classes.estateCard} ${basic.surface} ${basic.row} ${basic.gap12} ${basic.unlined}`}
      href={card.url}
      target="_blank"
      rel="noreferrer"
      title={t("在网站上查看")}
    >
      {inside}
    </a>
  );
}
