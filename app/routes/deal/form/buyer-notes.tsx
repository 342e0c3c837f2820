import { Stack } from "@mantine/core";
import { useCallback, useRef } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { useAsync } from "~/app/blocks/detail/use-async";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { buyerShare } from "~/contract/deal/deal-record";
import { formatPercent } from "~/contract/format";

interface BuyerNotesProps {
  values: FormValues;
  onFill: (part: FormValues) => void;
}

/** Takes over who the customer is, and says what of the purchase is the buyer's own. */
export function BuyerNotes({ values, onFill }: BuyerNotesProps) {
  const { customer_id: id, co_buyers } = values;
  const shares = (Array.isArray(co_buyers) ? co_buyers : []).flatMap(({ share }: { share?: unknown }) =>
    typeof share === "number" ? [{ share }] : [],
  );
  return (
    <>
      {typeof id === "number" ? <BuyerFill id={id} values={values} onFill={onFill} /> : null}
      {shares.length ? (
        <Stack component="ul" gap={4} mt={12} c="dimmed" fz={13} className={basic.list} aria-live="polite">
          <li>{t("买方份额 {share}，与共有人合计 100%", { share: formatPercent(buyerShare(shares)) })}</li>
        </Stack>
      ) : null}
    </>
  );
}

/** Asks once for each customer that is chosen who it is; what somebody has written by then stays. */
function BuyerFill({ id, ...form }: BuyerNotesProps & { id: number }) {
  const present = useRef(form);
  present.current = form;
  useAsync(
    useCallback(
      async (signal: AbortSignal) => {
        if (present.current.values.buyer_name) return;
        const { name, phone, phone_cc, is_masked } = await call(
          customer.get,
          { params: { id } },
          { signal, silent: true },
        );
        const { values, onFill } = present.current;
        if (values.buyer_name || values.customer_id !== id) return;
        onFill({ buyer_name: name, ...(is_masked ? {} : { buyer_phone_cc: phone_cc, buyer_phone: phone }) });
      },
      [id],
    ),
  );
  return null;
}
