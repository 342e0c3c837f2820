import { useNavigate } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { RowActions } from "~/app/blocks/list/row/row-actions";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { AuditTag, PriceRange, PublishTag, SaleTag } from "~/app/features/estate/estate-labels";
import type { EstateDetail } from "~/contract/house/estate";
import { Cover } from "../../mansion/mansion-cells";
import classes from "../estate-detail.module.css";
import { EstateMarks } from "../estate-marks";
import { listPath } from "../estate-paths";
import { useEstateActs } from "../use-estate-acts";

/** Which estate it is, in which state, and what may be done with the whole of it. */
export function EstateHead({ record }: { record: EstateDetail }) {
  const navigate = useNavigate();
  const { actionsOf, dialog } = useEstateActs({ onRemoved: () => navigate(listPath, { replace: true }) });
  return (
    <header className={classes.head}>
      <Cover url={record.cover} isLarge />
      <div className={classes.title}>
        <h2>{record.name}</h2>
        {record.name_local ? <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{record.name_local}</p> : null}
        <div className={classes.about}>
          {record.estate_no}
          <SaleTag status={record.sale_status} />
          <AuditTag status={record.audit_status} isChanging={record.is_changing} />
          <PublishTag status={record.publish_status} />
          <EstateMarks of={record} />
        </div>
      </div>
      <p className={`${classes.price} ${basic.flat} ${basic.bold}`}>
        <PriceRange of={record} />
      </p>
      <ThumbBar>
        <RowActions isTall about={record.name} actions={actionsOf(record)} />
      </ThumbBar>
      {dialog}
    </header>
  );
}
