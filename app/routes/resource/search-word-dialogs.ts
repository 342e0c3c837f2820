import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type SearchWordRow, searchWord } from "~/contract/resource/search-word";

const leadsTo = (target: string) => (values: FormValues) => values.type === "hot" && values.target_type === target;

/** The form of a word: what its type asks for. */
export const searchWordForm = recordDialog({
  create: searchWord.create,
  update: searchWord.update,
  size: "lg",
  draft: "search-word",
  scene: "search_words",
  begin: { type: "hot", target_type: "none", weight: 100 },
  sections: [
    {
      fields: [
        "word",
        "type",
        "platform",
        "weight",
        { name: "synonym_of", when: ({ type }) => type === "synonym", isWide: true },
        { name: "target_type", when: ({ type }) => type === "hot" },
        { name: "estate_id", when: leadsTo("estate") },
        { name: "article_id", when: leadsTo("article") },
        { name: "special_id", when: leadsTo("special") },
        { name: "city_id", when: leadsTo("city") },
        { name: "target_url", when: leadsTo("url") },
      ],
    },
    { title: "有效期", fields: ["start_at", "end_at"] },
  ],
});

/** The same for a word out of the statistics: it is begun with that word, and no draft of another. */
export const foundWordForm = { ...searchWordForm, draft: undefined };

/** What is asked before a word is taken out of use. */
export const disabling = ({ word }: SearchWordRow) => ({
  text: t("“{word}”停用后网站不再使用它。", { word }),
  confirmLabel: t("停用"),
  success: t("已停用"),
});

/** What is asked before a word is deleted. */
export const removing = ({ word }: SearchWordRow) => ({
  text: t("“{word}”将被删除，不能恢复；它的搜索次数不变。", { word }),
  confirmLabel: t("删除"),
  success: t("已删除"),
  closesOnError: true,
});
