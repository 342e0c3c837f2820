import { IconLock } from "@tabler/icons-react";
import { useCallback } from "react";
import { call } from "~/app/api/call";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useAsync } from "~/app/blocks/detail/use-async";
import { State } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { itemKey, type StatementDetail, statement } from "~/contract/clue/statement";
import { InPlace } from "../in-place";
import { StatementEditor } from "./statement-editor";
import type { EditedLine } from "./typed-lines";

/** A draft and what else is due by now: items are taken out or in, and adjusted. */
export function StatementEdit({ id, onClose }: { id: number; onClose: () => void }) {
  const both = useAsync(useCallback((signal: AbortSignal) => readBoth(id, signal), [id]));
  const { run, pending } = useAct();
  return (
    <InPlace label={t("编辑对账单")} title={both.answer && titleOf(both.answer.one)} onClose={onClose}>
      <AsyncPart {...both}>
        {({ one, lines }) =>
          one.can.edit ? (
            <StatementEditor
              key={one.version}
              lines={lines}
              present={one.items}
              taxRate={one.tax_rate}
              currency={one.currency}
              pending={pending}
              submitLabel={t("保存")}
              onSubmit={(body, onError) =>
                run(
                  statement.update,
                  { params: { id }, body: { ...body, version: one.version } },
                  { success: t("已保存"), onSuccess: onClose, onError },
                )
              }
            />
          ) : (
            <State icon={IconLock} title={t("只有草稿可以编辑")} />
          )
        }
      </AsyncPart>
    </InPlace>
  );
}

const titleOf = ({ statement_no: no, agent }: StatementDetail) =>
  t("编辑对账单 {no} · {agent}", { no, agent: agent.name });

async function readBoth(id: number, signal: AbortSignal): Promise<{ one: StatementDetail; lines: EditedLine[] }> {
  const one = await call(statement.get, { params: { id } }, { signal, silent: true });
  const { agent_id, period_from, period_to, currency } = one;
  const body = { agent_id, period_from, period_to, currency };
  const due = one.can.edit ? await call(statement.preview, { body }, { signal, silent: true }) : { lines: [] };
  const held = new Set(one.items.map(itemKey));
  return { one, lines: [...one.items, ...due.lines.filter((line) => !held.has(itemKey(line)))] };
}
