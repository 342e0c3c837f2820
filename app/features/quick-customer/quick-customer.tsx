import { Button } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import { get, set } from "idb-keyval";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { showWritten } from "~/app/api/notice";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import type { FormSection, Then } from "~/app/blocks/form/record-form";
import { useCollision } from "~/app/features/collision/use-collision";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { CustomerCreate, customer } from "~/contract/customer/customer";
import { mayCall } from "~/contract/endpoint";
import classes from "./quick-customer.module.css";

/** The first facts of a new customer; 更多 opens the full form, with what is typed (domain D.5). */
export function QuickCustomer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const here = useLocation();
  const profile = useProfile();
  const { run, pending } = useAct();
  const { notice, dialog, onLeave, withCollision } = useCollision({ mayTakeOver: true, pending });
  const value = useBeginning(profile.id);
  const [sections] = useState<FormSection<typeof CustomerCreate>[]>(() => [
    {
      fields: ["name", { name: "phone", code: "phone_cc" }, "source", "remark"],
      below: (values, form) => (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="sm"
          onClick={() => {
            form.drop();
            onClose();
            navigate("/customer/addCustomerInfo", { state: { typed: values } });
          }}
        >
          {t("更多")}
        </Button>
      ),
    },
  ]);

  function create(body: z.output<typeof CustomerCreate>, then: Then) {
    const told = ({ id }: { id: number }) => {
      const isOwn = mayCall(profile, customer.claim);
      const done = body.takeover
        ? t("已接管{name}", body)
        : isOwn
          ? t("已新增{name}", body)
          : t("已将{name}放入公海", body);
      // A user who cannot see the pool cannot open what they have put there.
      const isSeen = isOwn || mayCall(profile, customer.pool);
      showWritten(done, { to: isSeen ? customerPage({ id }) : undefined }, { here, open: navigate });
    };
    const { onSuccess, onError } = withCollision(then(onClose));
    run(
      customer.create,
      { body },
      {
        onSuccess: (made) => {
          rememberSource(profile.id, body.source);
          told(made);
          onSuccess(made);
        },
        onError,
      },
    );
  }

  return (
    <>
      <Dialog title={t("新增客户")} onClose={onClose} size="lg">
        {value ? (
          <div className={classes.form}>
            <LazyRecordForm
              form={{ schema: CustomerCreate, sections, value, draft: "customer-quick", pending, onSubmit: create }}
              isInDialog
              focused="name"
              notice={{ ...notice, isBelow: true }}
              onLeave={onLeave}
              onCancel={onClose}
            />
          </div>
        ) : null}
      </Dialog>
      {dialog}
    </>
  );
}

function useBeginning(userId: number): FormValues | undefined {
  const [value, setValue] = useState<FormValues>();
  // IndexedDB answers later.
  useEffect(() => {
    lastSource(userId).then((source) => setValue({ phone_cc: "86", source }));
  }, [userId]);
  return value;
}

// In idb-keyval's own store, which signing out clears as a whole.
const keyOf = (userId: number) => `customer-source:${userId}`;

/** The source that this user has chosen last; null if there is none, or nothing is stored here. */
const lastSource = (userId: number): Promise<string | null> =>
  get<string>(keyOf(userId)).then(
    (source) => source ?? null,
    () => null,
  );

const rememberSource = (userId: number, source: string): Promise<void> =>
  set(keyOf(userId), source).catch(() => undefined);
