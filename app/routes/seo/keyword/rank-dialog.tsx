import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { type KeywordRow, RankEntry, seoKeyword } from "~/contract/seo/keyword";

const RankForm = RankEntry.omit({ keyword_id: true });

/** 新增排名: a word's rank on a day; it replaces a rank of the same day. */
export function RankDialog({ row, onClose }: { row: KeywordRow; onClose: () => void }) {
  const { run, pending } = useAct();
  const about =
    row.rank_at === null
      ? t("“{word}”还没有排名记录。", { word: row.word })
      : t("“{word}”最近一次：{at} {rank}。", { word: row.word, at: row.rank_at, rank: rankText(row.rank_current) });
  return (
    <ActForm
      title={t("新增排名")}
      about={about}
      form={{
        schema: RankForm,
        fields: ["date", "rank"],
        value: { date: shanghaiDay() },
        pending,
        submitLabel: t("保存"),
        onSubmit: (entry, then) =>
          run(
            seoKeyword.rank,
            { body: { items: [{ ...entry, keyword_id: row.id }] } },
            { success: t("已新增排名"), ...then(onClose) },
          ),
      }}
      onClose={onClose}
    />
  );
}

export const rankText = (rank: number | null) => (rank === null ? t("未进排名") : t("第{rank}名", { rank }));
