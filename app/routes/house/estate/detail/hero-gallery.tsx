import { ActionIcon, Box } from "@mantine/core";
import { IconBuilding, IconChevronLeft, IconChevronRight, IconMaximize, IconPlayerPlay } from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { titleOf, usePreview } from "~/app/features/album/use-preview";
import { t } from "~/app/i18n/t";
import { type AlbumEntry, albumCategories } from "~/contract/house/album";
import type { EstateDetail } from "~/contract/house/estate";
import { FillIn, useMayFillIn } from "../fill-in";
import classes from "./hero-gallery.module.css";

export function HeroGallery({ record, items }: { record: EstateDetail; items: readonly AlbumEntry[] }) {
  const scroller = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(0);
  const { open, preview } = usePreview(items);
  const mayFillIn = useMayFillIn(record);
  const present = items[Math.min(index, items.length - 1)];
  if (!present)
    return (
      <section className={`${classes.gallery} ${basic.shrinks}`} aria-label={t("相册")}>
        <div className={`${classes.empty} ${basic.grid} ${basic.gap8} ${basic.dim}`}>
          <IconBuilding size={56} stroke={1} aria-hidden />
          {mayFillIn ? <FillIn of={record} tab="pictures" /> : null}
        </div>
      </section>
    );
  const show = (to: number) => {
    const strip = scroller.current;
    if (!strip || to < 0 || to >= items.length) return;
    strip.scrollLeft = to * strip.clientWidth;
    setIndex(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(index + by);
  };
  return (
    <>
      <section className={`${classes.gallery} ${basic.shrinks}`} aria-label={t("相册")} onKeyDown={onKeyDown}>
        <div className={classes.stage}>
          <ul
            ref={scroller}
            className={`${classes.slides} ${basic.list} ${basic.flex} ${basic.strip}`}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
              clientWidth > 0 && setIndex(Math.round(scrollLeft / clientWidth))
            }
          >
            {items.map((item, place) => (
              <li key={item.media_id}>
                <button
                  type="button"
                  className={`${basic.plain} ${basic.inset}`}
                  tabIndex={place === index ? undefined : -1}
                  aria-label={
                    item.is_film
                      ? t("播放{name}", { name: titleOf(item) })
                      : t("查看图片{name}", { name: titleOf(item) })
                  }
                  onClick={() => open(item.media_id)}
                >
                  <Slide of={item} isNear={Math.abs(place - index) < 2} />
                </button>
              </li>
            ))}
          </ul>
          <span className={`${classes.caption} ${basic.cut}`}>
            {present.caption || t(albumCategories[present.category])}
          </span>
          <span
            className={classes.count}
            role="status"
            aria-label={t("第{n}张，共{count}张", { n: index + 1, count: items.length })}
          >
            {`${index + 1} / ${items.length}`}
          </span>
          <Tool to="full" label={t("全屏查看")} icon={IconMaximize} onClick={() => open(present.media_id)} />
          {index > 0 ? (
            <Tool to="previous" label={t("上一张")} icon={IconChevronLeft} onClick={() => show(index - 1)} />
          ) : null}
          {index < items.length - 1 ? (
            <Tool to="next" label={t("下一张")} icon={IconChevronRight} onClick={() => show(index + 1)} />
          ) : null}
        </div>
        {items.length > 1 ? (
          <Box className={`${classes.strip} ${basic.flex} ${basic.gap8} ${basic.scrolls}`} visibleFrom="sm">
            {items.map((item, place) => (
              <button
                key={item.media_id}
                type="button"
                className={basic.plain}
                tabIndex={-1}
                aria-label={t("转到第{n}张", { n: place + 1 })}
                aria-current={place === index || undefined}
                onClick={() => show(place)}
              >
                {item.thumb ? (
                  <img src={item.thumb} alt="" loading="lazy" className={basic.fill} style={{ objectFit: "cover" }} />
                ) : (
                  <IconPlayerPlay size={20} stroke={1.5} aria-hidden />
                )}
              </button>
            ))}
          </Box>
        ) : null}
      </section>
      {preview}
    </>
  );
}

function Slide({ of: { url, thumb, is_film }, isNear }: { of: AlbumEntry; isNear: boolean }) {
  const [isSeen, setSeen] = useState(isNear);
  if (isNear && !isSeen) setSeen(true);
  if (is_film) return <IconPlayerPlay size={56} stroke={1.2} aria-hidden />;
  const ground = thumb ? { backgroundImage: `url("${thumb}")` } : undefined;
  return isSeen ? <img src={url} alt="" style={ground} decoding="async" draggable={false} /> : null;
}

interface ToolProps {
  to: "full" | "previous" | "next";
  label: string;
  icon: typeof IconMaximize;
  onClick: () => void;
}

const places = {
  full: { top: 12, right: 12 },
  previous: { top: "calc(50% - 22px)", left: 12 },
  next: { top: "calc(50% - 22px)", right: 12 },
};

const Tool = ({ to, label, icon: Icon, onClick }: ToolProps) => (
  <ActionIcon
    pos="absolute"
    bg="rgb(16 20 25 / 62%)"
    visibleFrom={to === "full" ? undefined : "sm"}
    {...places[to]}
    variant="filled"
    color="dark.7"
    size={44}
    radius="xl"
    aria-label={label}
    onClick={onClick}
  >
    <Icon size={20} aria-hidden />
  </ActionIcon>
);
