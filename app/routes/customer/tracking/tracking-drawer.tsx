import { IconSearchOff } from "@tabler/icons-react";
import { State } from "~/app/blocks/feedback/states";
import type { DrawerPart } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import { TrackingLine } from "~/app/routes/customer/page/timeline/tracking-line";
import type { TrackingRow } from "~/contract/customer/tracking";

/** A follow-up's drawer with its whole text; the row has all of it. */
export const TrackingDrawer = ({ row }: DrawerPart<TrackingRow>) =>
  row ? <TrackingLine rows={[row]} /> : <State icon={IconSearchOff} title={t("该记录不在当前列表中")} />;
