import { Button, Stack, Text } from "@mantine/core";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatAge, formatInstant } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { customerPage } from "~/app/features/customer/customer-path";
import { BudgetText, LevelTag, StageTag } from "~/app/features/customer/customer-tags";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import type { CustomerUserDetail } from "~/contract/customer/customer-user";

interface CustomerUserCustomerProps {
  user: CustomerUserDetail;
  customer: CustomerDetail | undefined;
}

export function CustomerUserCustomer({ user, customer }: CustomerUserCustomerProps) {
  if (!user.customer) return <Empty />;
  if (!customer) return <Text>{t("已关联客户 {no}，该客户不在您的数据范围内", { no: user.customer.name })}</Text>;
  const facts = [
    { label: t("客户编号"), value: customer.customer_no },
    { label: t("客户姓名"), value: customer.name },
    { label: t("客户等级"), value: <LevelTag level={customer.level} /> },
    { label: t("客户阶段"), value: <StageTag stage={customer.stage} /> },
    { label: t("预算"), value: (customer.budget_min || customer.budget_max) && <BudgetText row={customer} /> },
    { label: t("跟进人"), value: customer.owner?.name ?? t("公海") },
    {
      label: t("最近跟进"),
      value: customer.last_tracking_at && (
        <span title={formatInstant(customer.last_tracking_at)}>{formatAge(customer.last_tracking_at)}</span>
      ),
    },
    { label: t("跟进次数"), value: customer.tracking_count },
    { label: t("创建时间"), value: formatInstant(customer.created_at) },
  ];
  return (
    <Stack gap="lg">
      <FactList facts={facts} />
      <div>
        <Button component={Link} to={customerPage(customer)} variant="default">
          {t("查看客户")}
        </Button>
      </div>
    </Stack>
  );
}
