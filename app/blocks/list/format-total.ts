import type { Page } from "~/contract/common";
import { formatNumber } from "~/contract/decimal";

export const formatTotal = ({ total, total_capped }: Pick<Page<unknown>, "total" | "total_capped">): string =>
  total_capped ? `${formatNumber(total)}+` : formatNumber(total);
