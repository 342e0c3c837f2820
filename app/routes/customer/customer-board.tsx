import { Group } from "@mantine/core";
import { useState } from "react";
import { z } from "zod";
import { callLoosely } from "~/app/api/call";
import basic from "~/app/basic.module.css";
import { ActForm } from "~/app/blocks/form/act/act-form";
import { Board } from "~/app/features/board/board";
import type { BoardOf } from "~/app/features/board/use-board";
import { ClockText } from "~/app/features/customer/claim-clock";
import { customerPage } from "~/app/features/customer/customer-path";
import { BudgetText, LevelTag } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import {
  type CustomerDetail,
  type CustomerRow,
  manualStages,
  QuickEdit,
  stages,
} from "~/contract/customer/customer-record";
import { writeQuery } from "~/contract/endpoint";

const board: BoardOf<CustomerRow> = { endpoint: customer.list, field: "stage", options: stages };

const Loss = z.object({
  lost_reason: QuickEdit.shape.lost_reason.refine((reason) => reason !== null, "请选择流失原因"),
});
type Answer = (reason: string | undefined) => void;

export function CustomerBoard({ query }: { query: Record<string, unknown> }) {
  const [loss, setLoss] = useState<{ row: CustomerRow; answer: Answer }>();
  const askLoss = (row: CustomerRow) =>
    new Promise<string | undefined>((resolve) => {
      const answer: Answer = (reason) => {
        setLoss(undefined);
        resolve(reason);
      };
      setLoss({ row, answer });
    });
  async function move(row: CustomerRow, to: string): Promise<CustomerRow | undefined> {
    const lost_reason = to === "lost" ? await askLoss(row) : null;
    return lost_reason === undefined ? undefined : setStage(row, to, lost_reason);
  }
  return (
    <>
      <Board
        board={board}
        query={query}
        label={t("客户看板")}
        nameOf={({ name }) => name}
        linkOf={customerPage}
        draw={draw}
        movesOf={movesOf}
        act={move}
        listOf={(stage) => `?${writeQuery({ ...query, page: undefined, page_size: undefined, stage: [stage] })}`}
      />
      {loss ? (
        <ActForm
          title={t("移到已流失")}
          about={t("客户：{names}", { names: loss.row.name })}
          form={{
            schema: Loss,
            fields: ["lost_reason"],
            pending: false,
            submitLabel: t("保存"),
            onSubmit: ({ lost_reason }) => loss.answer(lost_reason ?? undefined),
          }}
          onClose={() => loss.answer(undefined)}
        />
      ) : null}
    </>
  );
}

const movesOf = ({ can, stage }: CustomerRow): readonly string[] =>
  can.edit && manualStages.some((one) => one === stage) ? manualStages : [];

/** Not the typed `call`: a card may be dropped on a stage that nobody sets by hand, and then says what the server says. */
async function setStage(row: CustomerRow, stage: string, lost_reason: string | null): Promise<CustomerDetail> {
  const body = { version: row.version, stage, lost_reason };
  const input = { params: { id: row.id }, body };
  return (await callLoosely(customer.quick, input, { silent: true })) as CustomerDetail;
}

const draw = (row: CustomerRow) => (
  <>
    <Group gap="4px 6px" mt={4}>
      <LevelTag level={row.level} />
      <ClockText row={row} />
    </Group>
    <Group gap="4px 6px" mt={4}>
      <BudgetText row={row} />
      <span className={basic.dim}>{row.owner?.name}</span>
    </Group>
  </>
);
