import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";

const counts = [
  { label: "意向客户", name: "customer_count", to: "/customer/customerInfor" },
  { label: "相关跟进", name: "tracking_count", to: "/customer/tracking" },
  { label: "询盘", name: "inquiry_count", to: "/inquiry/estate-inquiry" },
  { label: "报备", name: "clue_count", to: "/clue/feedback" },
  { label: "成交", name: "deal_count", to: "/Covenant/covenantList" },
] as const;

export const interestOf = (record: EstateDetail): { label: string; value: ReactNode }[] => [
  ...counts.flatMap(({ label, name, to }) => {
    const count = record[name];
    return count === null ? [] : [{ label: t(label), value: <Count of={count} to={`${to}?estate_id=${record.id}`} /> }];
  }),
  { label: t("浏览"), value: record.view_count },
];

const Count = ({ of: count, to }: { of: number; to: string }) =>
  count === 0 ? (
    "0"
  ) : (
    <Anchor component={Link} to={to} inherit>
      {count}
    </Anchor>
  );
