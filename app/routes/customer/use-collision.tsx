import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { call } from "~/app/api/call";
import type { FormHandle, Then } from "~/app/blocks/form/record-form";
import type { FormValues } from "~/app/blocks/form/schema-fields";
import { Collision, customer } from "~/contract/customer/customer";

// Most forms meet nobody.
const CollisionNotice = lazy(() =>
  import("./collision-notice").then((module) => ({ default: module.CollisionNotice })),
);

const TransferApplyForm = lazy(() =>
  import("~/app/routes/customer/transfer/transfer-apply").then((module) => ({ default: module.TransferApplyForm })),
);

const checked = ["phone_cc", "phone", "phone2", "wechat", "email"] as const;
const refusals = [40910, 40911, 40912, 40919];

interface CollisionOptions {
  /** The record that the form edits. */
  exceptId?: number;
  /** The form makes a customer, so that a stale one may be taken over in his place. */
  mayTakeOver?: boolean;
  /** The form is being sent. */
  pending: boolean;
}

/** What the contacts in a form collide with, asked for whenever one of them is left, and told by the refusal when the form is sent; `notice` and `onLeave` are the form's, `heard` goes around its `then`, `dialog` stands beside it: a form cannot lie in a form. */
export function useCollision({ exceptId, mayTakeOver, pending }: CollisionOptions) {
  const [found, setFound] = useState<Collision>();
  const asked = useRef("");
  const [applying, setApplying] = useState<string>();
  const [applied, setApplied] = useState<string>();

  const onLeave = useCallback(
    async (name: string, values: FormValues) => {
      if (!checked.some((one) => one === name)) return;
      const body = Object.fromEntries(checked.map((one) => [one, values[one] ? String(values[one]) : null]));
      const question = JSON.stringify(body);
      if (question === asked.current) return;
      asked.current = question;
      const isEmpty = checked.every((one) => one === "phone_cc" || !body[one]);
      // The server checks again when the form is sent: no answer now is no news.
      const reply = isEmpty
        ? { hit: null }
        : await call(customer.check, { body: { ...body, exclude_id: exceptId } }, { silent: true }).catch(
            () => undefined,
          );
      // Somebody typed on meanwhile: the answer is to an old question.
      if (reply && asked.current === question) setFound(reply.hit ?? undefined);
    },
    [exceptId],
  );
  /** What a form's `then` gives, listening for a collision as well. */
  const heard = (told: ReturnType<Then>): ReturnType<Then> => ({
    ...told,
    onError: (error) => {
      told.onError(error);
      const collision = refusals.includes(error.code) ? Collision.safeParse(error.data).data : undefined;
      if (collision) setFound(collision);
    },
  });
  const notice = {
    at: "phone" as const,
    show: (form: FormHandle) =>
      found ? (
        <Suspense>
          <CollisionNotice
            key={found.customer_no}
            collision={found}
            form={form}
            mayTakeOver={mayTakeOver}
            pending={pending}
            onApply={found.customer_no === applied ? undefined : () => setApplying(found.customer_no)}
          />
        </Suspense>
      ) : null,
  };
  const dialog = applying ? (
    <Suspense>
      <TransferApplyForm
        customerNo={applying}
        onDone={() => setApplied(applying)}
        onClose={() => setApplying(undefined)}
      />
    </Suspense>
  ) : null;
  return { notice, dialog, onLeave, heard };
}
