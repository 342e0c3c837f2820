import { Button, Group, TextInput } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconArrowLeft, IconPrinter, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import paper from "~/app/blocks/detail/paper.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { useClientMode } from "~/app/browser/client-mode";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customer } from "~/contract/customer/customer";
import { mayCall } from "~/contract/endpoint";
import type { UnitQuote } from "~/contract/house/quote";
import { unit } from "~/contract/house/unit";
import { detailPath } from "../estate-paths";
import { QuotePage } from "./quote-page";
import classes from "./quote-sheet.module.css";

const SendDialog = lazyPart(() => import("~/app/features/send/send-dialog"), "SendDialog");

/** A flat's quotation: the client's page, and the tools above it. A print is noted in the customer's time line; figures are not stored. */
export function QuoteSheet({ quote }: { quote: UnitQuote }) {
  const [search] = useSearchParams();
  const setAddress = useSetAddress();
  const [until, setUntil] = useState(quote.valid_until);
  // Other customers' names are not for this one.
  const isClient = useClientMode();
  const mayName = mayCall(useProfile(), customer.list) && !isClient;
  const maySend = mayCall(useProfile(), { permission: "customer:share:create" }) && !isClient;
  const [isSending, setIsSending] = useState(false);
  const board = new URLSearchParams(search);
  for (const name of ["id", "quote", "customer"]) board.delete(name);
  const back = [detailPath(quote.estate.id), board.toString()].filter(Boolean).join("&");
  const address = (id: number | undefined) =>
    setAddress({ customer: id }, { replace: true, preventScrollReset: false });
  const { run } = useAct();
  const print = () => {
    // The customer's time line tells that they were given it.
    if (quote.customer) run(unit.quoted, { params: { id: quote.unit.id }, body: { customer_id: quote.customer.id } });
    window.print();
  };
  return (
    <div className={paper.page} style={{ "--paper-width": "820px", marginInline: "auto" }} data-quote>
      <Group className={`${paper.unprinted} ${classes.tools}`} gap="sm" align="end">
        <Button
          component={Link}
          to={`${back}#board`}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t("返回房源")}
        </Button>
        {mayName ? (
          <RemoteSelect
            scene="customers"
            value={quote.customer ? [quote.customer.id] : []}
            onChange={([id]) => address(id)}
            input={{ label: t("致客户"), placeholder: t("可不填") }}
          />
        ) : null}
        <TextInput
          type="date"
          label={t("报价有效期至")}
          value={until}
          min={quote.day}
          onChange={({ currentTarget: { value } }) => setUntil(value)}
          error={until < quote.day ? t("请选择今天或以后的日期") : undefined}
        />
        {maySend ? (
          <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setIsSending(true)}>
            {t("发送")}
          </Button>
        ) : null}
        <Button leftSection={<IconPrinter size={16} aria-hidden />} disabled={until < quote.day} onClick={print}>
          {t("打印")}
        </Button>
      </Group>
      <QuotePage quote={quote} until={until} />
      {isSending ? (
        <SendDialog
          subject={{ kind: "quote", unit_id: quote.unit.id }}
          customerId={quote.customer?.id}
          name={`${quote.estate.name} ${quote.unit.unit_no}`}
          onClose={() => setIsSending(false)}
        />
      ) : null}
    </div>
  );
}
