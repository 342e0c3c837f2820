import { Box, Button, Group, Text } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from "@remix-run/react";
import { IconLock, IconPhone, IconSearchOff } from "@tabler/icons-react";
import { CallError } from "~/app/api/call-error";
import { load } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { State } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { SmallLink } from "~/app/blocks/page-link";
import { CopyText } from "~/app/features/contacts/contacts";
import { customerPage } from "~/app/features/customer/customer-path";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import { inquiryScreenData } from "~/contract/inquiry/inquiry";
import type { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import { InquiryContent } from "./inquiry-content";
import { InquiryActions, InquiryHeadFacts, InquiryTags } from "./inquiry-head";
import { callOf, InquiryPhone } from "./inquiry-labels";

type Problem = { is: "gone" } | { is: "hidden"; assignee: string | null };

/** One request; the page says if the user may not see it, or is too late. */
export async function clientLoader(
  args: ClientLoaderFunctionArgs,
): Promise<{ record?: InquiryDetail; problem?: Problem }> {
  try {
    return await load(inquiryScreenData["/inquiry/estate-inquiry/inquiryInfo/:inquiryId"], args);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return { problem: { is: "gone" } };
    if (error instanceof CallError && error.code === 40301)
      return { problem: { is: "hidden", assignee: assigneeIn(error.data) } };
    throw error;
  }
}

export { write as clientAction } from "~/app/api/writes";

/** From a message, with one thumb: who, what, call, claim, follow up, convert (domain D.4). */
export default function InquiryInfo() {
  const { record, problem } = useLoaderData<typeof clientLoader>();
  if (record) return <Card record={record} />;
  if (problem?.is === "hidden") return <Hidden assignee={problem.assignee} />;
  return (
    <State icon={IconSearchOff} title={t("该询盘不存在或已删除")} isPage>
      <Back />
    </State>
  );
}

const Hidden = ({ assignee }: { assignee: string | null }) => (
  <State
    icon={IconLock}
    title={assignee ? t("该询盘已由 {name} 处理", { name: assignee }) : t("该询盘不在您的权限范围内")}
    isPage
  >
    <Back />
  </State>
);

const Back = () => (
  <Button component={Link} to="/inquiry/estate-inquiry" variant="default">
    {t("返回列表")}
  </Button>
);

function Card({ record }: { record: InquiryDetail }) {
  const navigate = useNavigate();
  const call = callOf(record);
  const { assignee, customer } = record;
  const isTaken = assignee !== null && record.is_masked;
  return (
    <Box component="article" maw={720} className={`${basic.grid} ${basic.gap12}`}>
      <header className={`${basic.grid} ${basic.gap8}`}>
        <Group gap="8px 12px">
          <Text component="h1" fz={20} fw={700} className={basic.anywhere}>
            {nameOf(record)}
          </Text>
          <InquiryTags record={record} />
        </Group>
        <InquiryHeadFacts record={record} />
        {isTaken ? (
          <p role="status" className={`${basic.flat} ${basic.error}`}>
            {t("该询盘已由 {name} 处理", { name: assignee.name })}
          </p>
        ) : null}
        {call ? (
          <Group gap="8px 12px">
            <Button
              component="a"
              href={`tel:${call.number.replace(/[^\d+]/g, "")}`}
              size="md"
              variant="light"
              className={basic.finger}
              leftSection={<IconPhone size={18} aria-hidden />}
            >
              {t("拨打 {number}", { number: call.text })}
            </Button>
            <CopyText text={call.number} />
          </Group>
        ) : (
          <InquiryPhone row={record} />
        )}
      </header>
      <InquiryContent record={record} />
      <Group gap="8px 12px">
        <time dateTime={record.created_at}>{formatInstant(record.created_at)}</time>
        {customer?.is_visible ? (
          <Link to={customerPage(customer)}>{t("关联客户 {name}", { name: customer.name })}</Link>
        ) : null}
        <SmallLink to={`/inquiry/estate-inquiry/inquiry-detail?id=${record.id}`}>{t("查看询盘")}</SmallLink>
        <Button variant="subtle" size="compact-sm" onClick={() => navigate(-1)}>
          {t("返回")}
        </Button>
      </Group>
      <InquiryActions record={record} />
    </Box>
  );
}

function assigneeIn(data: unknown): string | null {
  const name = typeof data === "object" && data !== null && "assignee" in data ? data.assignee : null;
  return typeof name === "string" ? name : null;
}
