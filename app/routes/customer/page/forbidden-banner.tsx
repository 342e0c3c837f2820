import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import classes from "./forbidden-banner.module.css";

/** Whether the blacklist forbids contact. */
export const isForbidden = ({ forbidden }: Pick<CustomerDetail, "forbidden">) => forbidden.includes("no_contact");

/** Shown over the page of a customer who must not be contacted. */
export function ForbiddenBanner({ record }: { record: CustomerDetail }) {
  if (!isForbidden(record)) return null;
  return (
    <p className={`${classes.banner} ${basic.error} ${basic.size14} ${basic.bold}`} role="status">
      {t("禁止联系：该客户已列入黑名单，请勿主动致电、发送消息或邮件。")}
    </p>
  );
}
