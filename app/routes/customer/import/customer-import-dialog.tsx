import "@mantine/core/styles/Radio.css";
import { Group, Radio } from "@mantine/core";
import { useState } from "react";
import { ImportDialog } from "~/app/features/import/import-dialog";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customer } from "~/contract/customer/customer";
import { customerImport, importTargets } from "~/contract/customer/customer-import";
import { mayCall } from "~/contract/endpoint";

/** The import of customers, out of the list of one's own: a seller's own up to their limit, unless they say the pool. */
export function CustomerImport({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const sells = mayCall(useProfile(), customer.claim);
  const [to, setTo] = useState<string>(sells ? "me" : "pool");
  return (
    <ImportDialog
      title={t("导入客户")}
      calls={customerImport}
      query={{ to }}
      options={
        sells ? (
          <Radio.Group label={t("导入到")} value={to} onChange={setTo}>
            <Group mt={6}>
              {Object.entries(importTargets).map(([value, label]) => (
                <Radio key={value} value={value} label={t(label)} />
              ))}
            </Group>
          </Radio.Group>
        ) : null
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}
