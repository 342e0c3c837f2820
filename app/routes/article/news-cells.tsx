import { Chips } from "~/app/blocks/detail/chips";
import { Tag } from "~/app/blocks/detail/tag";
import { PieceTitle } from "~/app/features/content/piece-title";
import { t } from "~/app/i18n/t";
import type { ArticleRow } from "~/contract/article/article";
import type { TagRef } from "~/contract/article/tag";
import { tagTones } from "./tag-tones";

/** Its cover next to its title, and whether it is pinned or recommended. */
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

/** What a piece is about, as far as there is room. */
export const NewsTags = ({ tags }: { tags: readonly TagRef[] }) => (
  <Chips of={tags.map(({ name, color }) => ({ name, color: tagTones[color] }))} room={5} />
);
