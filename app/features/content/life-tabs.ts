import { wholeList } from "~/app/blocks/list/list-tabs";
import { t } from "~/app/i18n/t";
import { publishStatuses } from "~/contract/content/publishing";

/** A list's tabs by where its pieces stand in their lives. */
export const lifeTabs = {
  name: "status",
  options: Object.entries({ [wholeList]: "全部", ...publishStatuses }).map(([value, label]) => ({
    value,
    label: t(label),
  })),
};
