import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { type BehaviorRow, behaviorDays } from "~/contract/customer/customer-user";
import { BehaviorTab } from "./customer-user-behavior";

/** A registered user's sign-ins to the site. */
export function CustomerUserLogins({ total, page }: { total: number; page: Page<BehaviorRow> }) {
  return (
    <BehaviorTab
      page={page}
      note={t("累计登录 {total} 次；以下为最近 {days} 天的登录", { total, days: behaviorDays })}
    />
  );
}
