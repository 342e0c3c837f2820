import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type TrendPageKey, trendPages } from "~/contract/trend/trend-pages";
import classes from "./trend-links.module.css";

export function TrendLinks({ of, search }: { of?: TrendPageKey; search?: string }) {
  if (!useProfile().permissions.includes("dashboard:trend:view")) return null;
  return (
    <nav className={`${basic.flex} ${basic.gap4} ${basic.strip}`} aria-label={t("趋势")}>
      {(Object.keys(trendPages) as TrendPageKey[]).map((key) => (
        <Link
          key={key}
          to={`/dashboard/${key}Trend${search ? `?${search}` : ""}`}
          className={`${basic.fixed} ${basic.sinks} ${basic.dim} ${basic.size14} ${classes.link} ${basic.row} ${basic.touch}`}
          aria-current={key === of ? "page" : undefined}
        >
          {t(trendPages[key])}
        </Link>
      ))}
    </nav>
  );
}
