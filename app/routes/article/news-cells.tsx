import { Tag } from "~/app/blocks/detail/tag";
import { PieceTitle } from "~/app/features/content/piece-title";
import { t } from "~/app/i18n/t";
import type { ArticleRow } from "~/contract/article/article";
import type { TagRef } from "~/contract/article/tag";
import classes from "./news.module.css";
import { tagTones } from "./tag-tones";

/** Its cover beside its title, and whether it stands on top or is recommended. */
export function NewsTitle({ cover, title, sub_title, is_top, is_recommend }: ArticleRow) {
  return (
    <PieceTitle cover={cover} title={title}>
      {is_top || is_recommend || sub_title ? (
        <>
          {is_top ? <Tag color="orange">{t("置顶")}</Tag> : null}
          {is_recommend ? <Tag color="brand">{t("推荐")}</Tag> : null}
          {sub_title ? <span>{sub_title}</span> : null}
        </>
      ) : null}
    </PieceTitle>
  );
}

/** So many characters of tags stand in a line. */
const room = 5;

/** As many tags as there is room for; the rest is told to the pointer. */
export function NewsTags({ tags }: { tags: readonly TagRef[] }) {
  if (tags.length === 0) return "–";
  const second = tags[1]?.name.length ?? room;
  const count = (tags[0]?.name.length ?? 0) + second <= room ? 2 : 1;
  const [shown, rest] = [tags.slice(0, count), tags.slice(count)];
  return (
    <span className={classes.tags}>
      {shown.map(({ id, name, color }) => (
        <Tag key={id} color={tagTones[color]}>
          {name}
        </Tag>
      ))}
      {rest.length ? <Tag title={rest.map(({ name }) => name).join("、")}>+{rest.length}</Tag> : null}
    </span>
  );
}
