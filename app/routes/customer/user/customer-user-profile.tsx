import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { FactList } from "~/app/blocks/detail/fact-list";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { CustomerUserDetail } from "~/contract/customer/customer-user";

const RevealUser = lazyPart(() => import("./reveal-user"), "RevealUser");

const contacts = "联系方式";
const sections = [
  { title: "基本信息", fields: ["user_no", "name", "gender", "language", "country_code"] },
  { title: contacts, fields: ["phone", "email", "wechat_unionid"] },
  {
    title: "注册与活跃",
    fields: [
      "register_platform",
      "register_channel",
      "register_ip",
      "registered_at",
      "last_active_at",
      "login_count",
      "favorite_count",
      "view_count",
    ],
  },
] as const;

export function CustomerUserProfile({ record }: { record: CustomerUserDetail }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack gap="xl">
      {sections.map(({ title, fields }) => (
        <section key={title}>
          <Group wrap="nowrap" gap={10} mb={12}>
            <Text component="h2" fz={15} fw={600}>
              {t(title)}
            </Text>
            {title === contacts && record.can.reveal ? (
              <Button variant="subtle" size="compact-xs" onClick={() => setAsking(true)}>
                {t("查看完整号码")}
              </Button>
            ) : null}
          </Group>
          <FactList
            facts={fields.map((name) => {
              const field = fieldOf(CustomerUserDetail, name);
              return {
                label: t(field.label),
                value: isBlank(record[name]) ? null : <Value field={field} value={record[name]} record={record} />,
              };
            })}
          />
        </section>
      ))}
      {isAsking ? <RevealUser record={record} onClose={() => setAsking(false)} /> : null}
    </Stack>
  );
}
