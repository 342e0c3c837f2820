import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Value } from "~/app/blocks/detail/value";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { ActForm } from "~/app/blocks/form/act-form";
import type { FormEntry } from "~/app/blocks/form/record-form";
import type { FormValues } from "~/app/blocks/form/schema-fields";
import { useAct } from "~/app/blocks/form/use-act";
import { Link } from "~/app/blocks/link";
import { Pictures } from "~/app/features/album/pictures";
import { t } from "~/app/i18n/t";
import {
  BlacklistColumns,
  BlacklistCreate,
  type BlacklistDetail,
  BlacklistRemove,
  BlacklistUpdate,
  blacklistStatuses,
  blacklistTypes,
} from "~/contract/customer/blacklist";
import type { BlacklistAction } from "./blacklist-writes";

const isUser = ({ type }: FormValues) => type === "user";
const create: FormEntry<typeof BlacklistCreate>[] = [
  "type",
  { name: "value", when: (values) => !isUser(values) },
  { name: "customer_user_id", when: isUser },
  "customer_id",
  "reason",
  "effect",
  "expire_at",
  "detail",
  { name: "evidence_ids", media: { scene: "evidence" } },
];

interface BlacklistDialogProps {
  /** `add`, or what is done with the entry: `view`, `edit`, `remove`. */
  asked: string;
  entry: BlacklistDetail | undefined;
  onClose: () => void;
}

/** What the list of the blacklist opens: a new entry, one to read, to change or to remove. */
export function BlacklistDialog({ asked, entry, onClose }: BlacklistDialogProps) {
  const { run, pending } = useAct<BlacklistAction>();
  if (asked === "add")
    return (
      <ActForm
        title={t("加入黑名单")}
        about={t("保存后立即生效。只选关联客户、不填值时，取其客户资料中该类型的全部号码。")}
        schema={BlacklistCreate}
        fields={create}
        draft="blacklist-new"
        pending={pending}
        onSubmit={(body, then) => run("create", { body }, { success: t("已加入黑名单"), ...then(onClose) })}
        onClose={onClose}
      />
    );
  if (!entry) return null;
  if (asked === "edit" && entry.can.edit) return <Edit entry={entry} onClose={onClose} />;
  if (asked === "remove" && entry.can.remove)
    return (
      <ActForm
        title={t("移出黑名单")}
        about={t("{name} 将不再被拦截，记录保留。", { name: nameOf(entry) })}
        schema={BlacklistRemove}
        fields={["reason"]}
        pending={pending}
        onSubmit={(body, then) =>
          run("remove", { params: { id: entry.id }, body }, { success: t("已移出黑名单"), ...then(onClose) })
        }
        onClose={onClose}
      />
    );
  return <View entry={entry} onClose={onClose} />;
}

function Edit({ entry, onClose }: { entry: BlacklistDetail; onClose: () => void }) {
  const { run, pending } = useAct<BlacklistAction>();
  const [fields] = useState<FormEntry<typeof BlacklistUpdate>[]>(() => [
    "reason",
    "effect",
    "expire_at",
    "detail",
    { name: "evidence_ids", media: { scene: "evidence", known: entry.evidence } },
  ]);
  return (
    <ActForm
      title={t("编辑黑名单")}
      about={nameOf(entry)}
      schema={BlacklistUpdate}
      fields={fields}
      value={entry}
      draft={`blacklist-edit:${entry.id}`}
      pending={pending}
      onSubmit={(body, then) =>
        run("update", { params: { id: entry.id }, body }, { success: t("已保存"), ...then(onClose) })
      }
      onClose={onClose}
    />
  );
}

function View({ entry, onClose }: { entry: BlacklistDetail; onClose: () => void }) {
  const { customer, customer_user, expire_at, removed_at } = entry;
  const said = (name: keyof typeof BlacklistColumns.shape & keyof BlacklistDetail) => (
    <Value field={{ ...BlacklistColumns.shape[name].meta(), name }} value={entry[name]} />
  );
  return (
    <Dialog onClose={onClose} title={nameOf(entry)} size="lg">
      <Stack gap="lg">
        <FactList
          facts={[
            { label: t("状态"), value: t(blacklistStatuses[entry.status as keyof typeof blacklistStatuses]) },
            { label: t("原因"), value: said("reason") },
            { label: t("拦截项"), value: said("effect") },
            {
              label: t("关联客户"),
              value: customer && <Link to={`/customer/editCustomerInfo/${customer.id}`}>{customer.name}</Link>,
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("关闭")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const nameOf = ({ type, value }: BlacklistDetail) =>
  `${t(blacklistTypes[type as keyof typeof blacklistTypes])} ${value}`;
