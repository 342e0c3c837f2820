import { Stack } from "@mantine/core";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { type EstateRow, estate } from "~/contract/house/estate";
import { EstateComments } from "../estate-comments";
import { EstateOutline } from "../estate-outline";
import { EstateTraffic } from "../estate-traffic";
import { EstateFigures } from "./estate-figures";
import { EstateHead } from "./estate-head";

/** An estate's drawer: its state with the actions, and what users ask first. */
export function EstateDrawer({ id }: DrawerPart<EstateRow>) {
  return (
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
}
