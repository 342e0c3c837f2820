import { useIsAway } from "~/app/api/blocked";
import { t } from "~/app/i18n/t";
import { Note } from "./note";

/** Above a form that may be saved without a network. */
export const OfflineNote = () => (useIsAway() ? <Note mb="sm">{t("离线：保存后在联网时发送")}</Note> : null);
