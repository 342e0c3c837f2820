import { useNavigate } from "@remix-run/react";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { AuditTag, PriceRange, PublishTag, SaleTag } from "~/app/features/estate/estate-labels";
import { type EstateDetail, type EstateRow, estate } from "~/contract/house/estate";
import { Cover } from "../../mansion/mansion-cells";
import { EstateComments } from "../estate-comments";
import classes from "../estate-detail.module.css";
import { EstateMarks } from "../estate-marks";
import { EstateOutline } from "../estate-outline";
import { listPath } from "../estate-paths";
import { EstateTraffic } from "../estate-traffic";
import { useEstateActs } from "../use-estate-acts";
import { EstateFigures } from "./estate-figures";

/** An estate's drawer: its state with the actions, and what users ask first. */
export function EstateDrawer({ id }: DrawerPart<EstateRow>) {
  return (
    <DrawerAnswer {...useDrawerCall(estate.get, { params: { id } })}>
      {(record) => (
        <div className={classes.page}>
          <EstateHead record={record} />
          <EstateFigures record={record} />
          <EstateOutline record={record} />
          <EstateTraffic record={record} />
          <EstateComments id={record.id} />
        </div>
      )}
    </DrawerAnswer>
  );
}

/** Which estate it is, in which state, and what may be done with the whole of it. */
function EstateHead({ record }: { record: EstateDetail }) {
  const navigate = useNavigate();
  const { actionsOf, dialog } = useEstateActs({ onRemoved: () => navigate(listPath, { replace: true }) });
  return (
    <header className={classes.head}>
      <Cover url={record.cover} isLarge />
      <div className={classes.title}>
        <h2>{record.name}</h2>
        {record.name_local ? <p className={classes.local}>{record.name_local}</p> : null}
        <div className={classes.about}>
          {record.estate_no}
          <SaleTag status={record.sale_status} />
          <AuditTag status={record.audit_status} isChanging={record.is_changing} />
          <PublishTag status={record.publish_status} />
          <EstateMarks of={record} />
        </div>
      </div>
      <p className={classes.price}>
        <PriceRange of={record} />
      </p>
      <ThumbBar>
        <RowActions isTall about={record.name} actions={actionsOf(record)} />
      </ThumbBar>
      {dialog}
    </header>
  );
}
