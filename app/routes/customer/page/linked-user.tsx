import { Anchor, Button, Group } from "@mantine/core";
import { useState } from "react";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/form/use-act";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { customerUser } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import type { CustomerEditAction } from "./customer-edit-writes";

/** The registered user that a customer is, and the way to part them again. */
export function LinkedUser({ record }: { record: CustomerDetail }) {
  const profile = useProfile();
  const { run, pending } = useAct<CustomerEditAction>();
  const [isAsking, setAsking] = useState(false);
  const linked = record.customer_user;
  if (!linked) return null;
  const { id, name } = linked;
  const unlink = () =>
    run(
      "unlinkUser",
      { params: { id }, body: { customer_id: record.id } },
      { success: t("已取消关联"), onSuccess: () => setAsking(false) },
    );
  return (
    <Group gap={6} component="span" justify="flex-end">
      {mayCall(profile, customerUser.get) ? (
        <Anchor component={Link} to={`/customer/register/detail?id=${id}`} fz="inherit">
          {name}
        </Anchor>
      ) : (
        name
      )}
      {record.can.edit ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAsking(true)}>
          {t("取消关联")}
        </Button>
      ) : null}
      {isAsking ? (
        <Confirm
          title={t("取消关联")}
          text={t("确定取消注册用户{name}与客户{customer}的关联？", { name, customer: record.name })}
          confirmLabel={t("取消关联")}
          pending={pending}
          onConfirm={unlink}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Group>
  );
}
