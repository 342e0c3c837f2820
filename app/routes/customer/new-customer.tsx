import "@mantine/core/styles/Alert.css";
import { useLocation, useNavigate } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { type FormSection, RecordForm, type Then } from "~/app/blocks/form/record-form";
import { useCollision } from "~/app/features/collision/use-collision";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { CustomerCreate, customer } from "~/contract/customer/customer";
import { contactFields } from "~/contract/customer/customer-record";
import type { CustomerUserDetail } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import { intentSection as intent } from "./intent-section";

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
interface NewCustomerProps {
  clientId: number | undefined;
  client: CustomerUserDetail | undefined;
  source?: InquiryDetail | undefined;
}

export function NewCustomer({ clientId, client, source }: NewCustomerProps) {
  const navigate = useNavigate();
  const profile = useProfile();
  const { run, pending } = useAct();
  const { notice, dialog, onLeave, withCollision } = useCollision({ mayTakeOver: true, pending });
  const isSeller = mayCall(profile, customer.claim);
  const [sections] = useState(() => sectionsFor(isSeller, clientId !== undefined));
  const { state } = useLocation();
  const [value] = useState(() =>
    source ? { phone_cc: "86", ...known(source) } : { ...beginning(clientId, client), ...typedIn(state) },
  );
  // Users who do not see the pool cannot open what they put there.
  const pathOf = (id: number) => (mayCall(profile, customer.pool) ? customerPage({ id }) : "/customer/customerInfor");

  function create(body: z.output<typeof CustomerCreate>, then: Then) {
    const inPool = !isSeller || body.to_pool;
    const { onSuccess, onError } = withCollision(then());
    if (source) {
      run(
        inquiry.convert,
        { params: { id: source.id }, body: { action: "convert", customer: body } },
        {
          success: t("已转为新客户"),
          onSuccess: (record) => {
            onSuccess(record);
            navigate(record.customer ? pathOf(record.customer.id) : "/inquiry/all-inquiry");
          },
          onError,
        },
      );
      return;
    }
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
          draft: draftOf(clientId, source),
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

const sectionsFor = (isSeller: boolean, hasClient: boolean): Sections => [
  basics,
  { title: "联系方式", fields: [...(hasClient ? (["customer_user_id"] as const) : []), ...contactFields] },
  intent,
  { title: "来源", fields: ["source", "source_detail", "agent_id", "referrer_customer_id"] },
  { title: "备注", fields: ["tags", ...(isSeller ? (["to_pool"] as const) : []), "remark"] },
];

const draftOf = (clientId: number | undefined, source: InquiryDetail | undefined) =>
  source ? `inquiry-convert:${source.id}` : clientId === undefined ? "customer-new" : `customer-new:${clientId}`;

/** What was typed on the page before; see `QuickCustomer`. */
const typedIn = (state: unknown): FormValues =>
  typeof state === "object" && state !== null && "typed" in state ? (state.typed as FormValues) : {};

const known = ({ customer_draft }: InquiryDetail) =>
  Object.fromEntries(
    Object.entries(customer_draft).filter(([name, value]) => value !== null && name !== "customer_user_id"),
  );

function beginning(clientId: number | undefined, client: CustomerUserDetail | undefined) {
  const begin = { phone_cc: "86" };
  if (clientId === undefined || client?.customer) return begin;
  if (!client) return { ...begin, customer_user_id: clientId };
  const { name, gender, language, country_code } = client;
  return { ...begin, customer_user_id: clientId, name, gender, language, country_code };
}
