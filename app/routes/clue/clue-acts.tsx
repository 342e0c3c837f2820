import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { newDealPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { ClueDetail, ClueRow } from "~/contract/clue/clue-record";
import { single } from "./clue-dialogs";

const FollowUp = lazyPart(() => import("./follow-up"), "FollowUp");
const RevealClue = lazyPart(() => import("./reveal-clue"), "RevealClue");
const ClueLogs = lazyPart(() => import("./clue-logs"), "ClueLogs");

interface ActsOptions {
  /** Called after a decision: opens the next one that waits. */
  onDecided?: ((row: ClueRow) => void) | undefined;
  isRecord?: boolean;
}

export function useClueActs({ onDecided, isRecord = false }: ActsOptions = {}) {
  const setAddress = useSetAddress();
  const { permissions } = useProfile();
  /** A customer who came leads to a deal; where the report alone protects, a report does. */
  const mayDeal = (row: ClueRow) =>
    (row.status === "visited" || (row.status === "valid" && needsNoVisit(row))) &&
    row.customer?.is_visible === true &&
    permissions.includes("deal:deal:create");
  const { form, inBulk, show, dialog } = useActs();
  const judge = ({ id }: Pick<ClueRow, "id">) => setAddress({ open: undefined, judge: id });
  return {
    inBulk,
    judge,
    actionsOf: (row: ClueRow): (RowAction | false)[] => {
      const { can, blocked, status, collision } = row;
      return [
        can.judge && { label: t("判定单"), isPrimary: true, shortcut: "P", onSelect: () => judge(row) },
        // What collides is judged first.
        can.approve && !can.judge && form(single.approve, row, { isPrimary: true, onDone: () => onDecided?.(row) }),
        can.visit && form(single.visit, row, { isPrimary: true, shortcut: "V" }),
        tracksCustomer(row) &&
          show(t("写跟进"), (onClose) => <FollowUp row={row} onClose={onClose} />, { shortcut: "F" }),
        mayDeal(row) && {
          label: t("发起成交"),
          blocked: blocked.deal,
          to: newDealPath({ clue_id: row.id, customer_id: row.customer?.id, estate_id: row.estate.id }),
        },
        can.reject && form(single.reject, row, { isDanger: false, onDone: () => onDecided?.(row) }),
        (can.extend || can.renew) &&
          form(single.extend, row, { label: status === "expired" ? t("恢复") : t("延期"), blocked: blocked.renew }),
        can.appeal && form(single.appeal, row, { isPrimary: true }),
        !can.judge && collision !== null && { label: t("判定单"), onSelect: () => judge(row) },
        can.reveal && show(t("查看号码"), (onClose) => <RevealClue row={row} onClose={onClose} />),
        !isRecord && show(t("日志"), (onClose) => <ClueLogs row={row} onClose={onClose} />),
        can.cancel && form(single.cancel, row, { blocked: blocked.cancel }),
      ];
    },
    dialog,
  };
}

const tracksCustomer = ({ can, customer }: ClueRow) => can.visit && customer?.is_visible === true;

/** The rule is known only with the whole record. */
const needsNoVisit = (row: ClueRow | ClueDetail) => "protect_mode" in row && row.protect_mode === "report_deal";
