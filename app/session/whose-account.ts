import { t } from "~/app/i18n/t";
import { leave } from "../api/leave";
import { showActNotice } from "../api/notice";
import { signOut } from "./sign-in";

/** Shows whose account another site has signed in, since it may be somebody else's; 不是我 signs out at once. */
export const sayWhose = (name: string): void =>
  showActNotice({
    id: "whose-account",
    color: "brand",
    message: t("已登录{name}的账号", { name }),
    label: t("不是我"),
    onAct: () => void signOut().then(() => leave.to("/login")),
  });
