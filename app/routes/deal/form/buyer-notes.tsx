import { useEffect } from "react";
import { useCall } from "~/app/blocks/detail/use-async";
import type { FormValues } from "~/app/blocks/form/schema-fields";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { buyerShare } from "~/contract/deal/deal-record";
import { formatPercent } from "~/contract/format";
import classes from "./deal-wizard.module.css";

interface BuyerNotesProps {
  values: FormValues;
  onFill: (part: FormValues) => void;
}

/** Takes over who the customer is, where nobody has written it yet, and says what of the purchase is the buyer's own. */
export function BuyerNotes({ values, onFill }: BuyerNotesProps) {
  const { customer_id: id, co_buyers } = values;
  const shares = (Array.isArray(co_buyers) ? co_buyers : []).flatMap(({ share }: { share?: unknown }) =>
    typeof share === "number" ? [{ share }] : [],
  );
  return (
    <>
      {typeof id === "number" && !values.buyer_name ? <BuyerFill key={id} id={id} onFill={onFill} /> : null}
      {shares.length ? (
        <ul className={classes.notes} aria-live="polite">
          <li>{t("买方份额 {share}，与共有人合计 100%", { share: formatPercent(buyerShare(shares)) })}</li>
        </ul>
      ) : null}
    </>
  );
}

function BuyerFill({ id, onFill }: { id: number; onFill: BuyerNotesProps["onFill"] }) {
  const { answer } = useCall(customer.get, { params: { id } });
  // Asked for once the customer is chosen; what somebody has typed meanwhile stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the customer that came.
  useEffect(() => {
    if (!answer) return;
    const { name, phone, phone_cc, is_masked } = answer;
    onFill({ buyer_name: name, ...(is_masked ? {} : { buyer_phone_cc: phone_cc, buyer_phone: phone }) });
  }, [answer]);
  return null;
}
