import { useCallback, useState } from "react";
import { call } from "~/app/api/call";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle, Then } from "~/app/blocks/form/record-form";
import { useQuestion } from "~/app/blocks/form/use-question";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Collision, customer } from "~/contract/customer/customer";
import { applying as applyForm } from "./applying";

// Rarely needed.
const CollisionNotice = lazyPart(() => import("./collision-notice"), "CollisionNotice");

const checked = ["phone_cc", "phone", "phone2", "wechat", "email"] as const;
const refusals = [40910, 40911, 40912, 40919];

interface CollisionOptions {
  exceptId?: number;
  mayTakeOver?: boolean;
  pending: boolean;
}

export function useCollision({ exceptId, mayTakeOver, pending }: CollisionOptions) {
  const [found, setFound] = useState<Collision>();
  const ask = useQuestion();
  const [applying, setApplying] = useState<string>();
  const [applied, setApplied] = useState<string>();

  const onLeave = useCallback(
    async (name: string, values: FormValues) => {
      if (!checked.some((one) => one === name)) return;
      const body = Object.fromEntries(checked.map((one) => [one, values[one] ? String(values[one]) : null]));
      const isEmpty = checked.every((one) => one === "phone_cc" || !body[one]);
      await ask(
        JSON.stringify(body),
        // The server checks again when the form is sent: no answer now does no harm.
        async () =>
          isEmpty ? { hit: null } : call(customer.check, { body: { ...body, exclude_id: exceptId } }, { silent: true }),
        (reply) => reply && setFound(reply.hit ?? undefined),
      );
    },
    [ask, exceptId],
  );
  const withCollision = (then: ReturnType<Then>): ReturnType<Then> => ({
    ...then,
    onError: (error) => {
      then.onError(error);
      const collision = refusals.includes(error.code) ? Collision.safeParse(error.data).data : undefined;
      if (collision) setFound(collision);
    },
  });
  const notice = {
    at: "phone" as const,
    show: (form: FormHandle) =>
      found ? (
        <CollisionNotice
          key={found.customer_no}
          collision={found}
          form={form}
          mayTakeOver={mayTakeOver}
          pending={pending}
          onApply={found.customer_no === applied ? undefined : () => setApplying(found.customer_no)}
        />
      ) : null,
  };
  const dialog = applying ? (
    <ActDialog
      form={applyForm}
      of={applying}
      onDone={() => {
        setApplying(undefined);
        setApplied(applying);
      }}
      onClose={() => setApplying(undefined)}
    />
  ) : null;
  return { notice, dialog, onLeave, withCollision };
}
