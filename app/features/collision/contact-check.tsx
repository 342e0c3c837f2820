import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "~/app/api/call";
import { Note } from "~/app/blocks/feedback/note";
import { useQuestion } from "~/app/blocks/form/use-question";
import { PageLink } from "~/app/blocks/page-link";
import type { ContactCheckProps } from "~/app/blocks/slots";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { askedContact } from "~/contract/contact-keyword";
import { type Collision, customer } from "~/contract/customer/customer";
import { mayCall } from "~/contract/endpoint";
import { metaOf } from "~/contract/field";
import type { Permission } from "~/contract/permissions";

const showsNumbers: Permission = "customer:phone:view";

export function ContactCheck({ endpoint, keyword }: ContactCheckProps) {
  const profile = useProfile();
  const { digits } = askedContact(keyword);
  const isAsked = metaOf(
    (endpoint.query as { shape?: Record<string, Parameters<typeof metaOf>[0]> }).shape?.keyword,
  ).findsContacts;
  if (!isAsked || digits === undefined || profile.permissions.includes(showsNumbers)) return null;
  return (
    <Stack align="center" gap="xs" pb="xl">
      <Note>{t("他人的号码只能按后4位查找")}</Note>
      {mayCall({ permissions: profile.permissions }, customer.check) ? <Check key={keyword} phone={keyword} /> : null}
    </Stack>
  );
}

function Check({ phone }: { phone: string }) {
  const ask = useQuestion();
  const [hit, setHit] = useState<Collision | null>();
  const check = () =>
    ask(
      phone,
      () => call(customer.check, { body: { phone_cc: "86", phone } }),
      (reply) => reply && setHit(reply.hit),
    );
  if (hit === undefined)
    return (
      <Button variant="default" onClick={check}>
        {t("查重")}
      </Button>
    );
  return (
    <Text size="sm" role="status">
      {hit ? hit.message : t("没有客户使用该号码")}{" "}
      {hit && hit.id !== null && hit.status !== "recycled" ? (
        <PageLink to={customerPage({ id: hit.id })}>{t("查看")}</PageLink>
      ) : null}
    </Text>
  );
}
