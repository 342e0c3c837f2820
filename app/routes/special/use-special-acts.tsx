import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RowAction } from "~/app/blocks/row-action";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type SpecialRow, special } from "~/contract/special/special";
import { specialKind } from "./special-kind";

const LinkCode = lazyPart(() => import("~/app/features/link-code/link-code"), "LinkCode");
const SpecialNumbers = lazyPart(() => import("./special-numbers"), "SpecialNumbers");

/** The whole address of a page, also where the desk's own is not set. */
export const wholeUrl = ({ url }: Pick<SpecialRow, "url">) => new URL(url, window.location.href).href;

/** The actions on a special page apart from its life cycle: copy, code, numbers. */
export function useSpecialActs() {
  const [opened, setOpened] = useState<{ what: "code" | "numbers"; row: SpecialRow }>();
  const { run } = useAct();
  const navigate = useNavigate();
  const profile = useProfile();
  const isPhone = useIsPhone();
  const close = () => setOpened(undefined);
  const code = (row: SpecialRow): RowAction => ({
    label: t("二维码"),
    onSelect: () => setOpened({ what: "code", row }),
  });
  const numbers = (row: SpecialRow): RowAction => ({
    label: t("数据"),
    onSelect: () => setOpened({ what: "numbers", row }),
  });
  const actionsOf = (row: SpecialRow): (RowAction | false)[] => [
    code(row),
    numbers(row),
    // The copy opens in its form, which is made for the desktop.
    mayCall(profile, special.copy) &&
      !isPhone && {
        label: t("复制"),
        onSelect: () =>
          run(
            special.copy,
            { params: { id: row.id } },
            { success: t("已复制为草稿"), onSuccess: ({ id }) => navigate(specialKind.formPath(id)) },
          ),
      },
  ];
  const dialog =
    opened?.what === "code" ? (
      <LinkCode
        id={opened.row.id}
        name={opened.row.name}
        link={opened.row.url}
        qrcode={special.qrcode}
        onClose={close}
      />
    ) : opened ? (
      <SpecialNumbers row={opened.row} onClose={close} />
    ) : null;
  return { actionsOf, code, numbers, dialog };
}
