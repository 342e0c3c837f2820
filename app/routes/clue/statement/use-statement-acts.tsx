import { useSearchParams } from "@remix-run/react";
import { download } from "~/app/api/download";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type StatementRow, statement } from "~/contract/clue/statement";
import { revising, sending, single } from "./statement-dialogs";

const PayDialog = lazyPart(() => import("./pay-dialog"), "PayDialog");

/** What one may do with statements, by what the server allows, and the dialogs that ask for the rest. */
export function useStatementActs() {
  const isPhone = useIsPhone();
  const [, setSearch] = useSearchParams();
  const { form, afterQuestion, show, dialog } = useActs();
  /** In the place of the list: the form of a draft, or the sheet on paper. */
  const goTo =
    (name: "edit" | "print", { id }: StatementRow) =>
    () =>
      setSearch(
        (now) => {
          now.delete("open");
          now.set(name, String(id));
          return now;
        },
        { preventScrollReset: true },
      );
  return {
    actionsOf: (row: StatementRow): (RowAction | false)[] => {
      const { can, blocked, id, version } = row;
      const input = { params: { id }, body: { version } };
      return [
        can.send && afterQuestion(statement.send, input, sending(row), { isPrimary: true, blocked: blocked.send }),
        can.confirm && form(single.confirm, row, { isPrimary: true }),
        can.revise && afterQuestion(statement.revise, input, revising(row), { isPrimary: true }),
        can.invoice && form(single.invoice, row, { isPrimary: !can.pay }),
        can.pay &&
          show(t("付款"), (onClose) => <PayDialog row={row} onClose={onClose} />, {
            isPrimary: true,
            blocked: blocked.pay,
          }),
        // Written on the desk (domain D.0).
        can.edit && !isPhone && { label: t("编辑"), shortcut: "E", onSelect: goTo("edit", row) },
        can.dispute && form(single.dispute, row),
        can.uninvoice && form(single.uninvoice, row, { isDanger: false }),
        { label: t("打印"), onSelect: goTo("print", row) },
        {
          label: t("导出xlsx"),
          // What went wrong has been told.
          onSelect: () => void download(statement.export, { params: { id } }).catch(() => undefined),
        },
        can.void && form(single.void, row, { isApart: true }),
      ];
    },
    dialog,
  };
}
