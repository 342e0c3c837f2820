import { useNavigate } from "@remix-run/react";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type SpecialRow, special } from "~/contract/special/special";
import { specialKind } from "./special-kind";

const LinkCode = lazyPart(() => import("~/app/features/link-code/link-code"), "LinkCode");
const SendDialog = lazyPart(() => import("~/app/features/send/send-dialog"), "SendDialog");
const SpecialNumbers = lazyPart(() => import("./special-numbers"), "SpecialNumbers");

/** The whole address of a page, also where the desk's own is not set. */
export const wholeUrl = ({ url }: Pick<SpecialRow, "url">) => new URL(url, window.location.href).href;

export function useSpecialActs() {
  const { show, atOnce, dialog } = useActs();
  const navigate = useNavigate();
  const profile = useProfile();
  const isPhone = useIsPhone();
  const code = ({ id, name, url }: SpecialRow): RowAction =>
    show(t("二维码"), (onClose) => <LinkCode {...{ id, name, onClose }} link={url} qrcode={special.qrcode} />);
  const numbers = (row: SpecialRow): RowAction =>
    show(t("数据"), (onClose) => <SpecialNumbers row={row} onClose={onClose} />);
  const actionsOf = (row: SpecialRow): (RowAction | false)[] => [
    code(row),
    numbers(row),
    mayCall(profile, { permission: "customer:share:create" }) &&
      show(t("发送"), (onClose) => (
        <SendDialog subject={{ kind: "special", special_id: row.id }} name={row.name} onClose={onClose} />
      )),
    // The copy opens in its form, which is made for the desktop.
    mayCall(profile, special.copy) &&
      !isPhone &&
      atOnce(
        t("复制"),
        special.copy,
        { params: { id: row.id } },
        { success: t("已复制为草稿"), onSuccess: ({ id }) => navigate(specialKind.formPath(id)) },
      ),
  ];
  return { actionsOf, code, numbers, dialog };
}
