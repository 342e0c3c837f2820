import { Box, Group, Stack, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { AuditTag, PriceRange, PublishTag, SaleTag } from "~/app/features/estate/estate-labels";
import { type EstateDetail, type EstateRow, estate } from "~/contract/house/estate";
import { Cover } from "../../mansion/mansion-cells";
import { EstateComments } from "../estate-comments";
import { EstateMarks } from "../estate-marks";
import { EstateOutline } from "../estate-outline";
import { listPath } from "../estate-paths";
import { EstateTraffic } from "../estate-traffic";
import { useEstateActs } from "../use-estate-acts";
import { EstateFigures } from "./estate-figures";

export const EstateDrawer = ({ id }: DrawerPart<EstateRow>) => (
  <DrawerAnswer {...useDrawerCall(estate.get, { params: { id } })}>
    {(record) => (
      <Stack>
        <EstateHead record={record} />
        <EstateFigures record={record} />
        <EstateOutline record={record} />
        <EstateTraffic record={record} />
        <EstateComments id={record.id} />
      </Stack>
    )}
  </DrawerAnswer>
);

function EstateHead({ record }: { record: EstateDetail }) {
  const navigate = useNavigate();
  const { actionsOf, dialog } = useEstateActs({ onRemoved: () => navigate(listPath, { replace: true }) });
  return (
    <Group component="header" gap="12px 20px">
      <Cover url={record.cover} isLarge />
      <Box flex="1 1 260px" miw={0}>
        <Text component="h2" fz={24} fw={600} lh="32px" className={basic.anywhere}>
          {record.name}
        </Text>
        {record.name_local ? <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{record.name_local}</p> : null}
        <Group gap="4px 8px" mt={4} c="dimmed" fz={13}>
          {record.estate_no}
          <SaleTag status={record.sale_status} />
          <AuditTag status={record.audit_status} isChanging={record.is_changing} />
          <PublishTag status={record.publish_status} />
          <EstateMarks of={record} />
        </Group>
      </Box>
      <Text fz={22} fw={600}>
        <PriceRange of={record} />
      </Text>
      <ThumbBar>
        <RowActions isTall about={record.name} actions={actionsOf(record)} />
      </ThumbBar>
      {dialog}
    </Group>
  );
}
