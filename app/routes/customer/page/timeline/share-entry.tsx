import { formatInstant, joined } from "~/app/blocks/detail/format";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { share } from "~/contract/share/share";
import type { ShareBrief } from "~/contract/share/share-brief";
import { shareKinds, shareStatuses } from "~/contract/share/share-kinds";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

const ShareOpens = lazyPart(() => import("./share-opens"), "ShareOpens");

export function ShareEntry({ row }: { row: ShareBrief }) {
  const { id, share_no, kind, title, status, user, open_count, last_opened_at, created_at } = row;
  const profile = useProfile();
  const { afterQuestion, show, dialog } = useActs();
  const looks = open_count
    ? t("查看{n}次，最近{at}", { n: open_count, at: formatInstant(last_opened_at) })
    : t("尚未查看");
  const withdrawing = {
    text: t("撤回 {title}（{no}）？对方打开链接将提示已撤回，不能恢复。", { title, no: share_no }),
    confirmLabel: t("撤回"),
    success: t("已撤回"),
  };
  return (
    <Entry
      kind="share"
      at={created_at}
      what={<strong>{t("分享{kind}", { kind: t(shareKinds[kind]) })}</strong>}
      who={user.name}
      about={share_no}
      actions={[
        open_count > 0 &&
          mayCall(profile, share.get) &&
          show(t("查看记录"), (onClose) => <ShareOpens row={row} onClose={onClose} />),
        status === "active" &&
          mayCall(profile, share.withdraw) &&
          afterQuestion(share.withdraw, { params: { id } }, withdrawing, { isDanger: true }),
      ]}
    >
      <p className={classes.text}>{title}</p>
      <p className={classes.more}>{joined(share_no, looks, status === "active" ? "" : t(shareStatuses[status]))}</p>
      {dialog}
    </Entry>
  );
}
