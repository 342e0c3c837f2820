import { t } from "~/app/i18n/t";
import classes from "./skip-link.module.css";

export const SkipLink = () => (
  <a href="#content" className={classes.skip}>
    {t("跳到主要内容")}
  </a>
);
