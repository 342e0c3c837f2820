import "@mantine/core/styles/Table.css";
import { Table } from "@mantine/core";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";

interface BatchResultProps {
  reply: BatchReply;
  names: ReadonlyMap<number, string>;
  onClose: () => void;
}

export function BatchResult({ reply, names, onClose }: BatchResultProps) {
  const counts = { done: reply.success.length, failed: reply.failed.length };
  return (
    <Dialog onClose={onClose} title={t("{done} 条成功，{failed} 条失败", counts)} size="lg">
      <Note mb="sm">{t("失败的记录仍处于选中状态，可调整后重试。")}</Note>
      <FailedRows rows={reply.failed.map(({ id, message }) => ({ id, name: names.get(id) ?? id, message }))} />
    </Dialog>
  );
}

export const FailedRows = ({ rows }: { rows: readonly { id: number; name: string | number; message: string }[] }) => (
  <Table verticalSpacing="xs">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t("记录")}</Table.Th>
        <Table.Th>{t("原因")}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(({ id, name, message }) => (
        <Table.Tr key={id}>
          <Table.Td>{name}</Table.Td>
          <Table.Td c="var(--mantine-color-error)">{message}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
