import { Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { RequirementRow } from "~/contract/customer/requirement";
import classes from "./requirement-list.module.css";

const RequirementForm = lazyPart(() => import("./requirement-form"), "RequirementForm");

interface RequirementEditProps {
  record?: RequirementRow;
  onCreated: (id: number) => void;
  onClose: () => void;
}

/** The form of a requirement, in the list's place. */
export function RequirementEdit({ record, onCreated, onClose }: RequirementEditProps) {
  return (
    <Stack component="section">
      <ScreenHeading />
      <div className={`${classes.panel} ${basic.surface}`}>
        {record ? (
          <Text component="h2" fz={16} fw={600} mb={16}>{`${record.requirement_no} · ${record.customer.name}`}</Text>
        ) : null}
        <RequirementForm
          key={record?.id ?? "new"}
          record={record}
          onSaved={record ? onClose : onCreated}
          onCancel={onClose}
        />
      </div>
    </Stack>
  );
}
