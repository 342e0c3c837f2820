import { useLoaderData, useRevalidator } from "@remix-run/react";
import { IconFileImport } from "@tabler/icons-react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { ActDialog, actDialog } from "~/app/blocks/form/act/act-dialog";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ListPage } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { useDesktopDialog } from "~/app/features/seo/use-desktop-dialog";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import { useProfile } from "~/app/session/viewer-context";
import type { BatchReply } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";
import { type KeywordRow, seoKeyword, seoKeywordImport, seoKeywordScreens } from "~/contract/seo/keyword";
import { keywordList } from "./keyword-columns";
import { useKeywordActs } from "./use-keyword-acts";

const ImportDialog = lazyPart(() => import("~/app/features/import/import-dialog"), "ImportDialog");

export const clientLoader = loaderOf(seoKeywordScreens["/seo/keywordsList"]);

export const clientAction = write;

const keywordForm = recordDialog({
  create: seoKeyword.create,
  update: seoKeyword.update,
  size: "lg",
  draft: "seo-keyword",
  begin: { lang: "zh", link_text: false, max_per_article: 1 },
  scene: "seo_keyword_groups",
  sections: [
    {
      fields: [
        ...(["word", "lang", "intent", "group_name", "volume", "difficulty", "owner_id"] as const),
        { name: "target_url", isWide: true },
        "link_text",
        { name: "max_per_article", when: ({ link_text }) => link_text === true },
      ],
    },
  ],
});

const groupForm = actDialog({
  endpoint: seoKeyword.group,
  title: () => t("改分组"),
  fields: ["group_name"],
  about: (rows: readonly KeywordRow[]) => t("{n} 个关键词改到一个分组。", { n: rows.length }),
  input: (rows: readonly KeywordRow[]) => ({ body: { ids: rows.map(({ id }) => id) } }),
  submitLabel: "保存",
});

const query = {};

/** SEO关键词: the words to be found by, and their ranks. */
export default function KeywordList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const isPhone = useIsPhone();
  const { revalidate } = useRevalidator();
  const form = useDesktopDialog(keywordForm, record);
  const acts = useKeywordActs(form.edit);
  const [moved, setMoved] = useState<{ rows: KeywordRow[]; report: (reply: BatchReply) => void }>();
  const imported = () => {
    renewScene("seo_keyword_groups");
    revalidate();
  };
  return (
    <>
      <ListPage
        list={keywordList}
        page={page}
        rowActions={acts.actionsOf}
        bulk={useBulk(keywordList, page, [
          mayCall(profile, seoKeyword.group) && {
            label: t("改分组"),
            max: 500,
            run: (rows, report) => setMoved({ rows, report }),
          },
        ])}
        create={mayCall(profile, seoKeyword.create) ? form.add : null}
        tools={[
          mayCall(profile, seoKeywordImport.start) &&
            !isPhone && {
              label: t("导入"),
              icon: IconFileImport,
              at: "import",
              dialog: (onClose) => (
                <ImportDialog
                  title={t("导入关键词")}
                  calls={seoKeywordImport}
                  query={query}
                  onDone={imported}
                  onClose={onClose}
                />
              ),
            },
        ]}
      />
      {form.dialog}
      {acts.dialog}
      {moved ? (
        <ActDialog
          form={groupForm}
          of={moved.rows}
          onDone={(reply) => {
            renewScene("seo_keyword_groups");
            setMoved(undefined);
            moved.report(reply);
          }}
          onClose={() => setMoved(undefined)}
        />
      ) : null}
    </>
  );
}
