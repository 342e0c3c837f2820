import { wholeList } from "~/app/blocks/list/list-tabs";
import { t } from "~/app/i18n/t";
import { publishStatuses } from "~/contract/content/publishing";

/** A list's tabs by the state of its pieces. */
export const lifeTabs = {
  name: "status",
  options: Object.entries({ [wholeList]: "全部", ...publishStatuses }).map(([value, label]) => ({
    value,
    label: t(label),
  })),
};
