import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { type MansionRow, mansion } from "~/contract/house/mansion";
import { MansionFacts } from "./mansion-facts";
import { MansionHead } from "./mansion-head";

export const MansionDrawer = ({ id }: DrawerPart<MansionRow>) => (
  <DrawerAnswer {...useDrawerCall(mansion.get, { params: { id } })}>
    {(record) => (
      <>
        <MansionHead record={record} />
        <MansionFacts record={record} />
      </>
    )}
  </DrawerAnswer>
);
