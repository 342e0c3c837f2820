import "@mantine/core/styles/Alert.css";
import { Alert, Stack } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { IconUserPlus } from "@tabler/icons-react";
import { call } from "~/app/api/call";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import panel from "~/app/blocks/form/form-panel.module.css";
import { t } from "~/app/i18n/t";
import { viewer } from "~/app/session/viewer";
import { type CustomerUserDetail, customerUser } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import { NewCustomer } from "./new-customer";

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const clientId = Number(searchParams.get("client_id")) || 0;
  const inquiryId = Number(searchParams.get("inquiry_id")) || 0;
  const { profile } = await viewer();
  if (inquiryId && mayCall(profile, inquiry.convert)) {
    const source = await call(inquiry.get, { params: { id: inquiryId } }, { signal: request.signal });
    return { clientId: undefined, client: undefined, source };
  }
  if (!clientId) return { clientId: undefined, client: undefined, source: undefined };
  const client = mayCall(profile, customerUser.get)
    ? await call(customerUser.get, { params: { id: clientId } }, { signal: request.signal })
    : undefined;
  return { clientId, client, source: undefined };
}

export { write as clientAction } from "~/app/api/writes";

export default function CustomerAdd() {
  const { clientId, client, source } = useLoaderData<typeof clientLoader>();
  return (
    <Stack maw={1080}>
      <ScreenHeading />
      {client ? <ClientNote client={client} /> : null}
      {source ? <SourceNote source={source} /> : null}
      <div className={panel.panel}>
        <NewCustomer key={clientId ?? source?.id} clientId={clientId} client={client} source={source} />
      </div>
    </Stack>
  );
}

const SourceNote = ({ source }: { source: InquiryDetail }) => (
  <Alert color={source.can.convert ? "brand" : "orange"} icon={<IconUserPlus aria-hidden />} p="sm">
    {source.can.convert
      ? t("保存后，询盘 {no} 将转为该客户。", { no: source.inquiry_no })
      : t("询盘 {no} 不能由您转客户，请先领取，或返回查看其状态。", { no: source.inquiry_no })}
  </Alert>
);

function ClientNote({ client }: { client: CustomerUserDetail }) {
  const contacts = [client.phone, client.email].filter(Boolean).join("、");
  const text = client.customer
    ? t("注册用户 {name} 已关联客户 {customer}。", { name: client.name, customer: client.customer.name })
    : t("注册用户 {name}（{contacts}）将关联到新客户，留空的手机号和邮箱由其资料带入。", {
        name: client.name,
        contacts: contacts || client.user_no,
      });
  return (
    <Alert color={client.customer ? "orange" : "brand"} icon={<IconUserPlus aria-hidden />} p="sm">
      {text}
    </Alert>
  );
}
