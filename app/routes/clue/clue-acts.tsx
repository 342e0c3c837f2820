import { useSearchParams } from "@remix-run/react";
import { type ReactElement, useState } from "react";
import { ActDialog, type ActDialogOf } from "~/app/blocks/form/act/act-dialog";
import type { FormEndpoint } from "~/app/blocks/form/use-record-form";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { newDealPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { ClueDetail, ClueRow } from "~/contract/clue/clue-record";
import type { BatchReply } from "~/contract/common";
import { bulkApproval, single } from "./clue-dialogs";

const FollowUp = lazyPart(() => import("./follow-up"), "FollowUp");
const RevealClue = lazyPart(() => import("./reveal-clue"), "RevealClue");
const ClueLogs = lazyPart(() => import("./clue-logs"), "ClueLogs");

interface ActsOptions {
  /** Called after a decision: opens the next one that waits. */
  onDecided?: ((row: ClueRow) => void) | undefined;
  /** The whole record is shown here: its log needs no dialog. */
  isRecord?: boolean;
}

/** The actions on leads, as the server allows them, and their dialogs. */
export function useClueActs({ onDecided, isRecord = false }: ActsOptions = {}) {
  const [, setSearch] = useSearchParams();
  const { permissions } = useProfile();
  /** A customer who came leads to a deal; where the report alone protects, a report does. */
  const mayDeal = (row: ClueRow) =>
    (row.status === "visited" || (row.status === "valid" && needsNoVisit(row))) &&
    row.customer?.is_visible === true &&
    permissions.includes("deal:deal:create");
  const [dialog, setDialog] = useState<ReactElement>();
  const close = () => setDialog(undefined);
  const ask = <E extends FormEndpoint>(form: ActDialogOf<E, ClueRow>, row: ClueRow) =>
    setDialog(<ActDialog form={form} of={row} onClose={close} />);
  const decide = <E extends FormEndpoint>(form: ActDialogOf<E, ClueRow>, row: ClueRow) => {
    const decided = () => {
      close();
      onDecided?.(row);
    };
    setDialog(<ActDialog form={form} of={row} onDone={decided} onClose={close} />);
  };
  const judge = ({ id }: Pick<ClueRow, "id">) =>
    setSearch(
      (now) => {
        now.delete("open");
        now.set("judge", String(id));
        return now;
      },
      { preventScrollReset: true },
    );
  return {
    /** 通过 of several that collide with nobody. */
    approveAll(rows: ClueRow[], report: (reply: BatchReply) => void) {
      const done = (reply: BatchReply) => {
        close();
        report(reply);
      };
      setDialog(<ActDialog form={bulkApproval} of={rows} onDone={done} onClose={close} />);
    },
    judge,
    /** The acts on one, the due one first. */
    actionsOf: (row: ClueRow): (RowAction | false)[] => {
      const { can, blocked, status, collision } = row;
      return [
        can.judge && { label: t("判定单"), isPrimary: true, shortcut: "P", onSelect: () => judge(row) },
        // What collides is judged first.
        can.approve &&
          !can.judge && {
            label: t("通过"),
            isPrimary: true,
            onSelect: () => decide(single.approve, row),
          },
        can.visit && {
          label: t("登记到访"),
          isPrimary: true,
          shortcut: "V",
          onSelect: () => ask(single.visit, row),
        },
        tracksCustomer(row) && {
          label: t("写跟进"),
          shortcut: "F",
          onSelect: () => setDialog(<FollowUp row={row} onClose={close} />),
        },
        mayDeal(row) && {
          label: t("发起成交"),
          blocked: blocked.deal,
          to: newDealPath({ clue_id: row.id, customer_id: row.customer?.id, estate_id: row.estate.id }),
        },
        can.reject && { label: t("驳回"), onSelect: () => decide(single.reject, row) },
        (can.extend || can.renew) && {
          label: status === "expired" ? t("恢复") : t("延期"),
          blocked: blocked.renew,
          onSelect: () => ask(single.extend, row),
        },
        can.appeal && { label: t("申诉"), isPrimary: true, onSelect: () => ask(single.appeal, row) },
        !can.judge && collision !== null && { label: t("判定单"), onSelect: () => judge(row) },
        can.reveal && {
          label: t("查看号码"),
          onSelect: () => setDialog(<RevealClue row={row} onClose={close} />),
        },
        !isRecord && { label: t("日志"), onSelect: () => setDialog(<ClueLogs row={row} onClose={close} />) },
        can.cancel && {
          label: t("取消报备"),
          isDanger: true,
          blocked: blocked.cancel,
          onSelect: () => ask(single.cancel, row),
        },
      ];
    },
    dialog,
  };
}

/** Its handler writes down what was said. */
const tracksCustomer = ({ can, customer }: ClueRow) => can.visit && customer?.is_visible === true;

/** The rule is known only with the whole record. */
const needsNoVisit = (row: ClueRow | ClueDetail) => "protect_mode" in row && row.protect_mode === "report_deal";
