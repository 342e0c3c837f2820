import { formatInstant, joined } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import type { ShareBrief } from "~/contract/share/share-brief";
import { shareKinds, shareStatuses } from "~/contract/share/share-kinds";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

export function ShareEntry({ row }: { row: ShareBrief }) {
  const { share_no, kind, title, status, user, open_count, last_opened_at, created_at } = row;
  const looks = open_count
    ? t("查看{n}次，最近{at}", { n: open_count, at: formatInstant(last_opened_at) })
    : t("尚未查看");
  return (
    <Entry
      kind="share"
      at={created_at}
      what={<strong>{t("分享{kind}", { kind: t(shareKinds[kind]) })}</strong>}
      who={user.name}
    >
      <p className={classes.text}>{title}</p>
      <p className={classes.more}>{joined(share_no, looks, status === "active" ? "" : t(shareStatuses[status]))}</p>
    </Entry>
  );
}
