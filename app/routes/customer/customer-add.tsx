import "@mantine/core/styles/Alert.css";
import { Alert } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from "@remix-run/react";
import { IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { z } from "zod";
import { call } from "~/app/api/call";
import { write } from "~/app/api/writes";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { type FormSection, RecordForm, type Then } from "~/app/blocks/form/record-form";
import { useAct } from "~/app/blocks/form/use-act";
import { t } from "~/app/i18n/t";
import { viewer } from "~/app/session/viewer";
import { useProfile } from "~/app/session/viewer-context";
import { CustomerCreate, customer } from "~/contract/customer/customer";
import { contactFields } from "~/contract/customer/customer-record";
import { type CustomerUserDetail, customerUser } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import classes from "./customer-add.module.css";
import { useCollision } from "./use-collision";

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const clientId = Number(new URL(request.url).searchParams.get("client_id")) || 0;
  const { profile } = await viewer();
  if (!clientId) return { clientId: undefined, client: undefined };
  const client = mayCall(profile, customerUser.get)
    ? await call(customerUser.get, { params: { id: clientId } }, { signal: request.signal })
    : undefined;
  return { clientId, client };
}

export const clientAction = write;

type Sections = FormSection<typeof CustomerCreate>[];

const basics: Sections[number] = {
  title: "基本信息",
  fields: [
    "name",
    "gender",
    "level",
    "country_code",
    { name: "district_id", within: "country_code" },
    "birth_year",
    "industry",
    "language",
  ],
};
const intent: Sections[number] = {
  title: "购房意向",
  fields: [
    "purposes",
    "intent_country_codes",
    { name: "intent_district_ids", within: "intent_country_codes" },
    { name: "intent_estate_ids", within: "intent_country_codes" },
    "budget_min",
    "budget_max",
    "budget_currency",
    "loan_need",
  ],
};

export default function CustomerAdd() {
  const { clientId, client } = useLoaderData<typeof clientLoader>();
  return (
    <div className={classes.page}>
      <ScreenHeading />
      {client ? <ClientNote client={client} /> : null}
      <div className={classes.panel}>
        <NewCustomer key={clientId} clientId={clientId} client={client} />
      </div>
    </div>
  );
}

interface NewCustomerProps {
  /** The registered user that it is, by number; known only to those who see such users. */
  clientId: number | undefined;
  client: CustomerUserDetail | undefined;
}

function NewCustomer({ clientId, client }: NewCustomerProps) {
  const navigate = useNavigate();
  const profile = useProfile();
  const { run, pending } = useAct();
  const { notice, dialog, onLeave, withCollision } = useCollision({ mayTakeOver: true, pending });
  const isSeller = mayCall(profile, customer.claim);
  const [sections] = useState(() => sectionsFor(isSeller, clientId !== undefined));
  const [value] = useState(() => beginning(clientId, client));
  // Whoever does not see the pool cannot open what they have put there.
  const pathOf = (id: number) =>
    mayCall(profile, customer.pool) ? `/customer/editCustomerInfo/${id}` : "/customer/customerInfor";

  function create(body: z.output<typeof CustomerCreate>, then: Then) {
    const inPool = !isSeller || body.to_pool;
    const { onSuccess, onError } = withCollision(then());
    run(
      customer.create,
      { body },
      {
        success: body.takeover ? t("已接管") : inPool ? t("已新增并放入公海") : t("已新增"),
        onSuccess: (made) => {
          onSuccess(made);
          navigate(pathOf(made.id));
        },
        onError,
      },
    );
  }
  return (
    <>
      <RecordForm
        form={{
          schema: CustomerCreate,
          sections,
          value,
          draft: clientId === undefined ? "customer-new" : `customer-new:${clientId}`,
          pending,
          onSubmit: create,
        }}
        notice={notice}
        onLeave={onLeave}
        onCancel={() => navigate(-1)}
      />
      {dialog}
    </>
  );
}

/** Who is to become a customer: the contacts are masked here, and taken over by the server where the form leaves them empty. */
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

function sectionsFor(isSeller: boolean, hasClient: boolean): Sections {
  return [
    basics,
    { title: "联系方式", fields: [...(hasClient ? (["customer_user_id"] as const) : []), ...contactFields] },
    intent,
    { title: "来源", fields: ["source", "source_detail", "referrer_customer_id"] },
    { title: "备注", fields: ["tags", ...(isSeller ? (["to_pool"] as const) : []), "remark"] },
  ];
}

/** What a new customer begins with; of a registered user what is not masked. */
function beginning(clientId: number | undefined, client: CustomerUserDetail | undefined) {
  const begin = { phone_cc: "86" };
  if (clientId === undefined || client?.customer) return begin;
  if (!client) return { ...begin, customer_user_id: clientId };
  const { name, gender, language, country_code } = client;
  return { ...begin, customer_user_id: clientId, name, gender, language, country_code };
}
