import { Box, Button, Group } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { allScreens, screenAt } from "~/contract/screens";
import brandIcon from "./brand.svg?inline";
import { ColorSchemeSwitch } from "./header-tools";
import classes from "./open-frame.module.css";
import { ProgressBar } from "./progress-bar";
import { SkipLink } from "./skip-link";

const pages = allScreens.filter((screen) => screen.public && screen.menu && screen.file);

/** The frame of a public screen, for visitors who are not signed in: related screens and the sign-in, nothing internal. */
export function OpenFrame({ children }: { children: ReactNode }) {
  const here = screenAt(useLocation().pathname);
  return (
    <>
      <ProgressBar />
      <SkipLink />
      <Box mih="100vh">
        <Group component="header" wrap="nowrap" gap={24} className={classes.header}>
          <span className={`${basic.inlineRow} ${basic.gap10} ${basic.fixed} ${basic.size16} ${basic.bold}`}>
            <img src={brandIcon} alt="" width={28} height={28} />
            <span>{t("新房工作台")}</span>
          </span>
          <nav aria-label={t("数据看板")} className={`${classes.pages} ${basic.flex} ${basic.gap4} ${basic.shrinks}`}>
            {pages.map(({ path, title }) => (
              <Link key={path} to={path} aria-current={here?.path === path ? "page" : undefined}>
                {t(title)}
              </Link>
            ))}
          </nav>
          <span className={`${basic.inlineRow} ${basic.gap8} ${basic.pushed} ${classes.tools} ${basic.touches}`}>
            <ColorSchemeSwitch />
            <Button component={Link} to="/login" variant="default" size="sm">
              {t("登录")}
            </Button>
          </span>
        </Group>
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          maw={1312}
          mx="auto"
          p={{ base: "4px 12px calc(16px + env(safe-area-inset-bottom))", sm: "4px 24px 32px" }}
          style={{ outline: "none" }}
        >
          {children}
        </Box>
      </Box>
    </>
  );
}
