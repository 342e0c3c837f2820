import { useRef, useState } from "react";
import type { z } from "zod";
import { useAct } from "~/app/blocks/feedback/use-act";
import { inOneColumn } from "~/app/blocks/form/form-entry";
import { LazyRecordForm } from "~/app/blocks/form/lazy-record-form";
import { useCollision } from "~/app/features/collision/use-collision";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import {
  type CustomerDetail,
  type CustomerUpdate,
  customerPart,
  factFields,
} from "~/contract/customer/customer-record";
import { ownSections } from "./basics-sections";
import { useTellRecord } from "./newest-record";

interface FactFormProps {
  record: CustomerDetail;
  names: readonly string[];
  onClose: () => void;
}

export function FactForm({ record, names, onClose }: FactFormProps) {
  const { run, pending } = useAct();
  const tell = useTellRecord();
  const { notice, dialog, onLeave, withCollision } = useCollision({ exceptId: record.id, pending });
  const theirs = useRef<CustomerDetail>();
  const [{ schema, sections }] = useState(() => ({
    schema: customerPart(names),
    sections: inOneColumn([{ fields: entries.filter((entry) => names.includes(nameOf(entry))) }]),
  }));
  /** Facts not asked for here keep the values of the overwritten version. */
  const whole = (body: z.output<typeof CustomerUpdate>) => {
    const base = [record, theirs.current].find((one) => one?.version === body.version) ?? record;
    return { ...Object.fromEntries(factFields.map((name) => [name, base[name]])), ...body };
  };
  return (
    <>
      <LazyRecordForm
        form={{
          schema,
          sections,
          value: record,
          extra: { version: record.version },
          pending,
          onSubmit: (body, then) => {
            const handlers = withCollision(then(onClose));
            const onSuccess = (answered: CustomerDetail) => {
              tell(answered);
              handlers.onSuccess(answered);
            };
            run(
              customer.update,
              { params: { id: record.id }, body: whole(body) },
              {
                success: t("已保存"),
                onSuccess,
                onError: (error) => {
                  if (error.code === 40901) theirs.current = error.data as CustomerDetail; // as the contract says of it
                  handlers.onError(error);
                },
              },
            );
          },
        }}
        isInDialog
        notice={names.includes("phone") ? notice : undefined}
        onLeave={onLeave}
        onCancel={onClose}
      />
      {dialog}
    </>
  );
}

const entries = ownSections.flatMap(({ fields }) => fields);
type Entry = (typeof entries)[number];
const nameOf = (entry: Entry) => (typeof entry === "string" ? entry : entry.name);
