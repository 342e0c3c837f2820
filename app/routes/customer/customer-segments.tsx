import { Button } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { openScreen } from "~/app/session/pages";
import { useProfile } from "~/app/session/viewer-context";

const own = "/customer/customerInfor";
const pool = "/customer/publicCustomer";
const segments = { [`${own}?view=mine`]: "我的", [pool]: "公海", [own]: "全部" };

/** The phone's way between one's own customers, the pool and all. */
export function CustomerSegments() {
  const { permissions } = useProfile();
  const { pathname, search } = useLocation();
  const view = new URLSearchParams(search).get("view");
  const present = pathname === own && view ? `${own}?view=${view}` : pathname;
  const shown = Object.entries(segments).filter(([to]) => openScreen(to.split("?", 1)[0] ?? to, permissions));
  if (shown.length < 2) return null;
  return (
    <Button.Group aria-label={t("客户范围")}>
      {shown.map(([to, label]) => (
        <Button
          key={to}
          component={Link}
          to={to}
          flex={1}
          mih={40}
          px={8}
          variant={to === present ? "light" : "default"}
          aria-current={to === present ? "page" : undefined}
        >
          {t(label)}
        </Button>
      ))}
    </Button.Group>
  );
}
