import { useState } from "react";
import type { z } from "zod";
import { formatInstant } from "~/app/blocks/detail/format";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActForm } from "~/app/blocks/form/act/act-form";
import type { Then } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import { shortDecimal } from "~/contract/decimal";
import { type CurrencyRow, currency, jumpPercent, RateChange, rateJump } from "~/contract/region/currency";

export type RatedCurrency = Pick<CurrencyRow, "id" | "version" | "code" | "name_zh" | "rate_to_cny"> &
  Partial<Pick<CurrencyRow, "rate_at" | "rate_source">>;

type Body = z.output<typeof RateChange>;

export function RateDialog({ row, rate, onClose }: { row: RatedCurrency; rate?: string; onClose: () => void }) {
  const { run, pending } = useAct();
  const [question, setQuestion] = useState<{ body: Body; then: Then; text: string }>();
  const { id, code, rate_to_cny: present } = row;

  function send(body: Body, then: Then) {
    const { onSuccess, onError } = then(onClose);
    run(
      currency.setRate,
      { params: { id }, body },
      {
        success: t("{code} 的汇率已改为 {rate}", { code, rate: shortDecimal(body.rate) }),
        onSuccess,
        onError: (error) => {
          setQuestion(undefined);
          // The form has checked the rate: what the server still says of it is that it changes by much, from what it is worth by now.
          const said = body.confirm ? undefined : error.fields.find(({ field }) => field === "rate");
          if (said) setQuestion({ body, then, text: said.message });
          else onError(error);
        },
      },
    );
  }

  function submit(body: Body, then: Then) {
    const { isLarge, percent } = rateJump(present, body.rate);
    if (!isLarge) return send(body, then);
    const figures = { code, before: shortDecimal(present), after: shortDecimal(body.rate), percent };
    const text = t("{code} 汇率将由 {before} 改为 {after}，变动 {percent}%，超过 {limit}%。请核对无误后确认。", {
      ...figures,
      limit: jumpPercent,
    });
    setQuestion({ body, then, text });
  }

  return (
    <>
      <ActForm
        title={t("改汇率 {code}", { code })}
        about={aboutOf(row)}
        form={{
          schema: RateChange,
          fields: ["rate"],
          value: { rate: shortDecimal(rate ?? present) },
          extra: { version: row.version },
          pending,
          submitLabel: t("保存"),
          onSubmit: submit,
        }}
        onClose={onClose}
      />
      {question ? (
        <Confirm
          title={t("汇率变动较大")}
          text={question.text}
          confirmLabel={t("确认修改")}
          isDanger={false}
          pending={pending}
          onConfirm={() => send({ ...question.body, confirm: true }, question.then)}
          onClose={() => setQuestion(undefined)}
        />
      ) : null}
    </>
  );
}

function aboutOf({ code, name_zh, rate_to_cny, rate_at, rate_source }: RatedCurrency): string {
  const present = t("{name}：现为 1 {code} = {rate} CNY", { name: name_zh, code, rate: shortDecimal(rate_to_cny) });
  const since = rate_at ? t("（{at} 更新）", { at: formatInstant(rate_at) }) : "";
  const source = rate_source === "auto" ? t("。该币种自动更新，下次更新时将以汇率来源为准") : "";
  return present + since + source;
}
