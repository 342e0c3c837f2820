import { IconPhoto } from "@tabler/icons-react";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import type { ArticleRow } from "~/contract/article/article";
import type { TagRef } from "~/contract/article/tag";
import classes from "./news.module.css";
import { tagTones } from "./tag-tones";

/** Its cover beside its title, and whether it stands on top or is recommended. */
export function NewsTitle({ cover, title, sub_title, is_top, is_recommend }: ArticleRow) {
  return (
    <span className={classes.piece}>
      {cover ? (
        <img src={cover} alt="" loading="lazy" className={classes.cover} />
      ) : (
        <span className={classes.cover}>
          <IconPhoto size={18} stroke={1.5} aria-hidden />
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.title} title={title}>
          {title}
        </span>
        {is_top || is_recommend || sub_title ? (
          <small>
            {is_top ? <Tag color="orange">{t("置顶")}</Tag> : null}
            {is_recommend ? <Tag color="brand">{t("推荐")}</Tag> : null}
            {sub_title ? <span>{sub_title}</span> : null}
          </small>
        ) : null}
      </span>
    </span>
  );
}

/** As many tags as there is room for; the rest is told to the pointer. */
export function NewsTags({ tags }: { tags: readonly TagRef[] }) {
  if (tags.length === 0) return "–";
  const [shown, rest] = [tags.slice(0, 2), tags.slice(2)];
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
