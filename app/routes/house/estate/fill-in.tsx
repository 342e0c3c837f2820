import basic from "~/app/basic.module.css";
import { TextLink } from "~/app/blocks/text-link";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useClientMode } from "~/app/browser/client-mode";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import type { EditTab } from "./edit/edit-tabs";
import { editPath } from "./estate-paths";

type Edited = Pick<EstateDetail, "id" | "can">;

export function useMayFillIn({ can }: Edited): boolean {
  const isClient = useClientMode();
  const isPhone = useIsPhone();
  return can.edit && !isClient && !isPhone;
}

export const FillIn = ({ of: { id }, tab }: { of: Edited; tab: EditTab }) => (
  <TextLink to={editPath(id, tab)}>{t("补充")}</TextLink>
);

export const Missing = ({ text, of, tab }: { text: string; of: Edited; tab: EditTab }) => (
  <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>
    {text} <FillIn of={of} tab={tab} />
  </p>
);
