import { Button, Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { estatesSent } from "~/app/features/send/send-subject";
import { useChosen } from "~/app/features/send/use-chosen";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import { type BehaviorRow, behaviorDays, type CustomerUserDetail } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import { share } from "~/contract/share/share";
import { estatesOf } from "~/contract/share/share-kinds";
import { BehaviorTab } from "./customer-user-behavior";

const SendDialog = lazyPart(() => import("~/app/features/send/send-dialog"), "SendDialog");

const { most } = estatesOf.estates;

/** What the user keeps on the site; the estates can be chosen and sent. */
export function CustomerUserFavorites({ record, page }: { record: CustomerUserDetail; page: Page<BehaviorRow> }) {
  const { chosen, toggle } = useChosen();
  const [isSending, setIsSending] = useState(false);
  const maySend = mayCall(useProfile(), share.create);
  const choice = ({ target_type, target_id: id, target_name: name }: BehaviorRow) =>
    target_type === "estate" && id !== null ? (
      <Checkbox
        style={{ alignSelf: "center" }}
        checked={chosen.includes(id)}
        onChange={() => toggle(id)}
        aria-label={t("选择{name}", { name: name ?? id })}
      />
    ) : null;
  return (
    <>
      <BehaviorTab
        page={page}
        note={t("网站记录的收藏数 {total}；以下为最近 {days} 天内收藏且未取消的内容", {
          total: record.favorite_count,
          days: behaviorDays,
        })}
        lead={maySend ? choice : undefined}
      />
      {chosen.length ? (
        <Group gap={8} mt={12}>
          <span role="status">{t("已选 {count} 个", { count: chosen.length })}</span>
          <Button
            disabled={chosen.length > most}
            title={chosen.length > most ? t("最多发送{most}个", { most }) : undefined}
            onClick={() => setIsSending(true)}
          >
            {t("发送")}
          </Button>
        </Group>
      ) : null}
      {isSending ? (
        <SendDialog
          subject={estatesSent(chosen)}
          customerId={record.customer?.is_visible ? record.customer.id : undefined}
          name={t("{n}个房源", { n: chosen.length })}
          onClose={() => setIsSending(false)}
        />
      ) : null}
    </>
  );
}
