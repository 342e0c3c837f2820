import { useMemo } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { useAddress } from "~/app/blocks/use-set-address";
import { useCollision } from "~/app/features/collision/use-collision";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { type CustomerDetail, CustomerUpdate } from "~/contract/customer/customer-record";
import { BasicsFacts } from "./basics-facts";
import { sectionsOf } from "./basics-sections";
import type { RevealedContacts } from "./reveal-customer";

export function CustomerBasics({ record, revealed }: { record: CustomerDetail; revealed?: RevealedContacts }) {
  const [search, setAddress] = useAddress();
  const { run, pending } = useAct();
  const { notice, dialog, onLeave, withCollision } = useCollision({ exceptId: record.id, pending });
  const sections = useMemo(() => sectionsOf(record), [record]);
  const setEditing = (isEditing: boolean) => setAddress({ edit: isEditing ? 1 : undefined }, { replace: !isEditing });
  if (!record.can.edit || search.get("edit") !== "1")
    return (
      <BasicsFacts
        record={revealed ? { ...record, ...revealed, is_masked: false } : record}
        onEdit={record.can.edit ? () => setEditing(true) : undefined}
      />
    );
  return (
    <>
      <LazyRecordForm
        form={{
          schema: CustomerUpdate,
          sections,
          value: record,
          extra: { version: record.version },
          draft: `customer-edit:${record.id}`,
          pending,
          onSubmit: (body, then) =>
            run(
              customer.update,
              { params: { id: record.id }, body },
              { success: t("已保存"), ...withCollision(then(() => setEditing(false))) },
            ),
        }}
        notice={notice}
        onLeave={onLeave}
        onCancel={() => setEditing(false)}
      />
      {dialog}
    </>
  );
}
