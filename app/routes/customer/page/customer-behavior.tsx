import { Button } from "@mantine/core";
import { useState } from "react";
import { z } from "zod";
import { Empty } from "~/app/blocks/feedback/states";
import { ActForm } from "~/app/blocks/form/act-form";
import { useAct } from "~/app/blocks/form/use-act";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import classes from "~/app/routes/customer/user/customer-user.module.css";
import { CustomerUserBehavior } from "~/app/routes/customer/user/customer-user-behavior";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { type CustomerUserDetail, customerUser } from "~/contract/customer/customer-user";
import { reference } from "~/contract/field";

interface CustomerBehaviorProps {
  record: CustomerDetail;
  /** The linked registered user with its behaviours; absent without one. */
  user: CustomerUserDetail | undefined;
}

/** What the registered user that a customer is did on the site. */
export function CustomerBehavior({ record, user }: CustomerBehaviorProps) {
  if (!user?.behavior) return <NoUser record={record} />;
  const { id, name, user_no, summary, behavior } = user;
  return (
    <>
      <p className={classes.note}>
        {t("注册用户")} <TextLink to={`/customer/register/detail?id=${id}`}>{name}</TextLink> {user_no}
      </p>
      <CustomerUserBehavior summary={summary} page={behavior} />
    </>
  );
}

const LinkForm = z.object({ customer_user_id: reference("注册用户", "customer_users") });

function NoUser({ record: { id, name, customer_no, can } }: { record: CustomerDetail }) {
  const { run, pending } = useAct();
  const [isLinking, setLinking] = useState(false);
  const close = () => setLinking(false);
  return (
    <>
      <Empty>
        {can.edit ? (
          <Button variant="default" onClick={() => setLinking(true)}>
            {t("关联注册用户")}
          </Button>
        ) : null}
      </Empty>
      {isLinking ? (
        <ActForm
          title={t("关联注册用户")}
          about={t("客户：{names}", { names: `${name}（${customer_no}）` })}
          form={{
            schema: LinkForm,
            fields: ["customer_user_id"],
            pending,
            submitLabel: t("关联"),
            onSubmit: ({ customer_user_id }, then) =>
              run(
                customerUser.link,
                { params: { id: customer_user_id }, body: { customer_id: id } },
                { success: t("已关联注册用户"), ...then(close) },
              ),
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
