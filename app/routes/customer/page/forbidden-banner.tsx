import { Box } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";

export const isForbidden = ({ forbidden }: Pick<CustomerDetail, "forbidden">) => forbidden.includes("no_contact");

export function ForbiddenBanner({ record }: { record: CustomerDetail }) {
  if (!isForbidden(record)) return null;
  return (
    <Box
      component="p"
      m="0 0 12px"
      style={{ borderRadius: "var(--mantine-radius-sm)" }}
      p="10px 14px"
      bg="var(--mantine-color-red-light)"
      className={`${basic.error} ${basic.size14} ${basic.bold}`}
      role="status"
    >
      {t("禁止联系：该客户已列入黑名单，请勿主动致电、发送消息或邮件。")}
    </Box>
  );
}
