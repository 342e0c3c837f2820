import { Button, Flex, Group } from "@mantine/core";
import { IconUserQuestion } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { customerUser } from "~/contract/customer/customer-user";
import type { Client } from "./load-client";

/** Asks whether the registered user of the address is this customer; either answer writes `client_id=false`. */
export function ClientPrompt({ record, client }: { record: CustomerDetail; client: Client }) {
  const setAddress = useSetAddress();
  const { run, pending } = useAct();
  const settle = () => setAddress({ client_id: "false" }, { replace: true });
  const link = () =>
    run(
      customerUser.link,
      { params: { id: client.id }, body: { customer_id: record.id } },
      { success: t("已关联注册用户"), onSuccess: settle },
    );
  const obstacle = obstacleOf(record, client);
  return (
    <Group
      component="section"
      gap="8px 12px"
      mb={12}
      p="10px 16px"
      fz={14}
      bg="var(--mantine-color-brand-light)"
      className={basic.rounded}
      aria-label={t("关联注册用户")}
    >
      <IconUserQuestion size={20} stroke={1.6} aria-hidden />
      <Flex component="p" flex="1 1 240px" wrap="wrap" gap="2px 12px" m={0} className={basic.anywhere}>
        <strong className={basic.bold}>{obstacle ?? t("关联该注册用户？")}</strong>
        <span>{[client.name, client.seen?.phone].filter(Boolean).join(" ")}</span>
      </Flex>
      <Group gap="xs">
        {obstacle ? null : (
          <Button size="xs" onClick={link} loading={pending}>
            {t("关联")}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={settle}>
          {obstacle ? t("知道了") : t("不关联")}
        </Button>
      </Group>
    </Group>
  );
}

function obstacleOf({ customer_user }: CustomerDetail, { seen }: Client): string | undefined {
  if (seen?.customer) return t("该注册用户已关联客户{name}", { name: seen.customer.name });
  if (customer_user) return t("该客户已关联注册用户{name}，取消关联后才能关联其他用户", { name: customer_user.name });
  return undefined;
}
