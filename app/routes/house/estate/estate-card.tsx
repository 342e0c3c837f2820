import { Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { useClientMode } from "~/app/browser/client-mode";
import { layoutText, PriceRange, SaleTag, stationText } from "~/app/features/estate/estate-labels";
import { formatArea } from "~/contract/format";
import type { EstateBrief } from "~/contract/house/estate";
import { Cover } from "../mansion/mansion-cells";
import { detailPath } from "./estate-paths";

export function EstateCard({ of: estate }: { of: EstateBrief }) {
  const { id, name, estate_no, district, cover, nearest, sale_status } = estate;
  const isClient = useClientMode();
  const rooms = [layoutText(estate.layouts), formatArea(estate.area_min, estate.area_max)].filter(Boolean).join(" · ");
  return (
    <Link
      to={detailPath(id)}
      className={`${basic.flex} ${basic.gap12} ${basic.unlined} ${basic.sunken} ${basic.rounded} ${basic.shrinks} ${basic.shades}`}
      style={{ padding: 10 }}
    >
      <Cover url={cover} isLarge />
      <Stack component="span" gap={2} flex={1} miw={0} c="dimmed" fz={13} className={basic.anywhere}>
        <span className={`${basic.plainText} ${basic.size14} ${basic.bold}`}>
          {name} <SaleTag status={sale_status} />
        </span>
        <span>{isClient ? district : `${estate_no} · ${district}`}</span>
        <PriceRange of={estate} />
        {rooms ? <span>{rooms}</span> : null}
        {nearest ? <span>{stationText(nearest)}</span> : null}
      </Stack>
    </Link>
  );
}
