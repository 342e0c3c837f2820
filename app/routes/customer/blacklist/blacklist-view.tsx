import { Stack } from "@mantine/core";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Value } from "~/app/blocks/detail/value";
import { Dialog, DialogClose } from "~/app/blocks/feedback/dialog";
import { Link } from "~/app/blocks/link";
import { Pictures } from "~/app/features/album/pictures";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { type BlacklistDetail, BlacklistRow, blacklistStatuses } from "~/contract/customer/blacklist";
import { metaOf } from "~/contract/field";
import { nameOf } from "./blacklist-dialogs";

export function BlacklistView({ entry, onClose }: { entry: BlacklistDetail; onClose: () => void }) {
  const { customer, customer_user, expire_at, removed_at } = entry;
  const said = (name: keyof typeof BlacklistRow.shape & keyof BlacklistDetail) => (
    <Value field={metaOf(BlacklistRow.shape[name])} value={entry[name]} />
  );
  return (
    <Dialog onClose={onClose} title={nameOf(entry)} size="lg">
      <Stack gap="lg">
        <FactList
          facts={[
            { label: t("状态"), value: t(blacklistStatuses[entry.status]) },
            { label: t("原因"), value: said("reason") },
            { label: t("拦截项"), value: said("effect") },
            {
              label: t("关联客户"),
              value: customer && <Link to={customerPage(customer)}>{customer.name}</Link>,
            },
            customer_user !== null && { label: t("关联用户"), value: customer_user.name },
            { label: t("操作人"), value: entry.operator?.name ?? t("系统") },
            { label: t("生效时间"), value: formatInstant(entry.created_at) },
            { label: t("到期时间"), value: expire_at ? formatInstant(expire_at) : t("永久") },
            { label: t("拦截次数"), value: String(entry.hit_count) },
            { label: t("最近拦截"), value: formatInstant(entry.last_hit_at) },
            { label: t("说明"), value: entry.detail, isWide: true },
            removed_at !== null && { label: t("移除人"), value: entry.removed_by?.name ?? t("系统") },
            removed_at !== null && { label: t("移除时间"), value: formatInstant(removed_at) },
            removed_at !== null && { label: t("移除原因"), value: entry.removed_reason, isWide: true },
          ]}
        />
        <Pictures pictures={entry.evidence} />
        <DialogClose onClose={onClose} />
      </Stack>
    </Dialog>
  );
}
