import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { lazyPart } from "~/app/blocks/lazy-part";
import { NameLink } from "~/app/blocks/page-link";
import { t } from "~/app/i18n/t";
import { unlinking } from "~/app/routes/customer/user/customer-user-dialogs";
import { useProfile } from "~/app/session/viewer-context";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { customerUser } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";

const LinkUser = lazyPart(() => import("./link-user"), "LinkUser");

export function LinkedUser({ record }: { record: CustomerDetail }) {
  const profile = useProfile();
  const { confirm, dialog } = useConfirm();
  const [isLinking, setIsLinking] = useState(false);
  const linked = record.customer_user;
  if (!linked)
    return (
      <>
        <Button variant="subtle" size="compact-xs" onClick={() => setIsLinking(true)}>
          {t("关联注册用户")}
        </Button>
        {isLinking ? <LinkUser record={record} onClose={() => setIsLinking(false)} /> : null}
      </>
    );
  const { id, name } = linked;
  const unlink = () =>
    confirm(customerUser.unlink, { params: { id }, body: { customer_id: record.id } }, unlinking(name, record.name));
  return (
    <Group gap={6} component="span" display="inline-flex">
      {mayCall(profile, customerUser.get) ? (
        <NameLink to={`/customer/register/detail?id=${id}&tab=behavior`}>{name}</NameLink>
      ) : (
        name
      )}
      {record.can.edit ? (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={unlink}>
          {t("取消关联")}
        </Button>
      ) : null}
      {dialog}
    </Group>
  );
}
