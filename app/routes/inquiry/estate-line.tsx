import { Group } from "@mantine/core";
import { Link } from "~/app/blocks/link";
import { PriceRange, SaleTag, stationText } from "~/app/features/estate/estate-labels";
import type { EstateBrief } from "~/contract/house/estate";

export function EstateLine({ of: estate }: { of: EstateBrief }) {
  const { id, name, district, nearest, sale_status } = estate;
  return (
    <Group gap="4px 12px">
      <Link to={`/house/estate-list/estate-detail?id=${id}`}>{name}</Link> <SaleTag status={sale_status} />
      <span>{district}</span>
      <PriceRange of={estate} />
      {nearest ? <span>{stationText(nearest)}</span> : null}
    </Group>
  );
}
