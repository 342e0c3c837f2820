import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { homeSection } from "~/contract/resource/home-section";

const SourceFields = lazyPart(
  () => import("./source-fields"),
  "SourceFields",
  () => <div style={{ height: 160 }} />,
);

const isBy = (mode: string) => (values: FormValues) => values.source_mode === mode;

/** A section's form: name and place, content, and layout. */
export const sectionForm = recordDialog({
  create: homeSection.create,
  update: homeSection.update,
  draft: "home-section",
  begin: { type: "estate", source_mode: "manual", layout: "grid", platform: ["web", "h5"], sort: 100, item_ids: [] },
  sections: [
    { title: "基本", fields: ["title", "sub_title", "code", "platform"] },
    {
      title: "取数",
      fields: [
        "type",
        "source_mode",
        { name: "item_ids", isUnseen: true, when: isBy("manual") },
        { name: "rule", isUnseen: true, when: isBy("rule") },
      ],
      below: (values: FormValues, form: FormHandle) => <SourceFields values={values} form={form} />,
    },
    { title: "样式", fields: ["layout", "more_link", "sort"] },
  ],
});
