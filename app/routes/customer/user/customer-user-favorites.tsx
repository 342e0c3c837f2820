import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { type BehaviorRow, behaviorDays } from "~/contract/customer/customer-user";
import { BehaviorTab } from "./customer-user-behavior";

/** What a registered user keeps as a favourite, as far as the kept stream tells. */
export function CustomerUserFavorites({ total, page }: { total: number; page: Page<BehaviorRow> }) {
  return (
    <BehaviorTab
      page={page}
      note={t("网站记录的收藏数 {total}；以下为最近 {days} 天内收藏且未取消的内容", { total, days: behaviorDays })}
    />
  );
}
