import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { topicTitle } from "~/contract/seo/topic-template";

const TemplateTools = lazyPart(() => import("./template-tools"), "TemplateTools");

/** The form of a template of titles, or of descriptions. */
export const topicForm = (contract: typeof topicTitle, draft: string) =>
  recordDialog({
    create: contract.create,
    update: contract.update,
    size: "xl",
    draft,
    begin: { lang: "zh", priority: 0 },
    sections: [
      { fields: ["name", "page_type", "lang", "priority"] },
      { title: "条件", fields: ["country", "level", "has_count"] },
      {
        title: "模板",
        fields: [{ name: "template", isWide: true }],
        below: (values, form) => (
          <TemplateTools contract={contract} values={values} onChange={(template) => form.fill({ template })} />
        ),
      },
    ],
  });
