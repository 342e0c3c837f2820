import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { NameLink } from "~/app/blocks/page-link";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { type CustomerUserRow, customerUserStatuses } from "~/contract/customer/customer-user";

const colors: Readonly<Record<string, TagColor>> = { normal: "green", disabled: "gray", unregistering: "orange" };

export function CustomerUserTags({ row }: { row: Pick<CustomerUserRow, "status" | "is_blacklisted"> }) {
  const label = customerUserStatuses[row.status as keyof typeof customerUserStatuses] ?? row.status;
  return (
    <>
      <Tag color={colors[row.status]}>{t(label)}</Tag>
      {row.is_blacklisted ? (
        <>
          {" "}
          <Tag color="red">{t("黑名单")}</Tag>
        </>
      ) : null}
    </>
  );
}

export function LinkedCustomer({ customer }: Pick<CustomerUserRow, "customer">) {
  if (!customer) return "–";
  return customer.is_visible ? (
    <NameLink to={customerPage(customer)}>{customer.name}</NameLink>
  ) : (
    <span title={t("该客户不在您的数据范围内")}>{customer.name}</span>
  );
}
