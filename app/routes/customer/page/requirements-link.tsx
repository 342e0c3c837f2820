import { NameLink } from "~/app/blocks/page-link";
import { t } from "~/app/i18n/t";
import type { CustomerDetail } from "~/contract/customer/customer-record";

export const RequirementsLink = ({ record: { open_requirements: count } }: { record: CustomerDetail }) => (
  <NameLink to="?tab=requirements">{t("{count} 条需求", { count })}</NameLink>
);

export const hasSeveral = ({ open_requirements }: CustomerDetail) => open_requirements > 1;
