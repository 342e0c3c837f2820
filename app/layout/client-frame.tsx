import { Box } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { type ReactNode, useLayoutEffect } from "react";
import basic from "~/app/basic.module.css";
import { NotShown } from "~/app/blocks/feedback/not-shown";
import { useBackCloses } from "~/app/blocks/feedback/use-back-closes";
import { Link } from "~/app/blocks/link";
import { useAddress } from "~/app/blocks/use-set-address";
import { setClientMode } from "~/app/browser/client-mode";
import { lastPlace } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayOpen, screenAt } from "~/contract/screens";
import brandIcon from "./brand.svg?inline";
import classes from "./client-frame.module.css";
import { HoldToLeave } from "./hold-to-leave";

const list = "/house/estate-list";
const shown: readonly string[] = [list, `${list}/estate-detail`];

/** The frame of a screen that a client looks at: no menu, search, messages, toasts or shortcuts. Only estates are shown. */
export function ClientFrame({ children }: { children: ReactNode }) {
  const { permissions } = useProfile();
  const screen = screenAt(useLocation().pathname);
  const [search, setAddress] = useAddress();
  const leave = () => {
    if (search.has("client")) setAddress({ client: undefined }, { replace: true });
    setClientMode(false);
  };

  // Notices and the page's foot are outside this frame; the title is the window's.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.client = "";
    document.title = t("房源");
    return () => {
      delete dataset.client;
    };
  }, []);

  useBackCloses();
  return (
    <Box mih="100vh">
      <header className={`${classes.header} ${basic.row} ${basic.between}`}>
        <Link
          to={lastPlace(list)}
          className={`${basic.inlineRow} ${basic.gap10} ${basic.plainText} ${basic.size16} ${basic.bold}`}
          style={{ minHeight: 44, textDecoration: "none" }}
        >
          <img src={brandIcon} alt="" width={28} height={28} />
          {t("全部房源")}
        </Link>
        <HoldToLeave onLeave={leave} />
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {screen && shown.includes(screen.path) && mayOpen(screen, permissions) ? children : <NotShown />}
      </main>
    </Box>
  );
}
