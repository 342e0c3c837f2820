import basic from "~/app/basic.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { useTrackingActs } from "~/app/routes/customer/tracking/tracking-acts";
import { TrackingEntry } from "~/app/routes/customer/tracking/tracking-entry";
import type { TrackingRow } from "~/contract/customer/tracking";

export function TrackingLine({ rows }: { rows: readonly TrackingRow[] }) {
  const acts = useTrackingActs();
  if (rows.length === 0) return <Empty />;
  return (
    <>
      <ol className={basic.list}>
        {rows.map((row) => (
          <TrackingEntry key={row.id} row={row} onEdit={() => acts.edit(row)} onRemove={() => acts.remove(row)} />
        ))}
      </ol>
      {acts.dialog}
    </>
  );
}
