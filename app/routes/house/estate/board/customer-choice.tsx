import { useCallback } from "react";
import { call } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { useAsync } from "~/app/blocks/detail/use-async";
import { type FoundOption, RemoteSelect } from "~/app/blocks/form/field/remote-select";
import classes from "~/app/features/unit-board/unit-board.module.css";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";

interface CustomerChoiceProps {
  estateId: number;
  value: number | null;
  error: string | undefined;
  onChange: (id: number | null) => void;
}

const near = 3;

const search = async (keyword: string): Promise<FoundOption[]> => {
  const query = { view: "owned" as const, keyword: keyword || undefined, page_size: 20 as const };
  const { list } = await call(customer.list, { query }, { silent: true });
  return list.map(({ id, name, customer_no }) => ({ value: id, label: name, hint: customer_no }));
};

async function nearest(estate_id: number, signal: AbortSignal) {
  const ask = (more: object) =>
    call(
      customer.list,
      { query: { view: "mine", sort: "-last_tracking_at", page_size: 10, ...more } },
      { silent: true, signal },
    );
  const [meant, recent] = await Promise.all([ask({ estate_id }), ask({})]);
  const all = [...meant.list, ...recent.list].map(({ id, name }) => ({ id, name }));
  return [...new Map(all.map((one) => [one.id, one])).values()].slice(0, near);
}

export function CustomerChoice({ estateId, value, error, onChange }: CustomerChoiceProps) {
  const { answer = [] } = useAsync(useCallback((signal) => nearest(estateId, signal), [estateId]));
  return (
    <div className={`${basic.grid} ${basic.gap6}`}>
      <RemoteSelect
        scene="customers"
        search={search}
        value={value === null ? [] : [value]}
        onChange={([id]) => onChange(id ?? null)}
        input={{ label: t("客户"), placeholder: t("搜索客户姓名或联系方式"), error }}
      />
      {answer.length ? (
        <fieldset className={`${basic.bare} ${basic.flow} ${basic.gap6}`} aria-label={t("常用客户")}>
          {answer.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className={`${classes.chip} ${basic.inlineRow} ${basic.gap4} ${basic.oneLine}`}
              aria-pressed={id === value}
              onClick={() => onChange(id === value ? null : id)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
