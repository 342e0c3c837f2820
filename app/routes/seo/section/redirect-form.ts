import { recordDialog } from "~/app/blocks/form/record-dialog";
import { siteRedirect } from "~/contract/seo/redirect";

export const redirectForm = recordDialog({
  create: siteRedirect.create,
  update: siteRedirect.update,
  size: "md",
  begin: {},
  sections: [{ fields: ["from_path", "to_path", "remark"] }],
});
