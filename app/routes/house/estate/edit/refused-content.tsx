import { Alert, Button, Group } from "@mantine/core";
import { useState } from "react";
import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import type { FormHandle, FormNotice } from "~/app/blocks/form/record-form";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { estateAudit } from "~/contract/house/estate-audit";
import type { EstateFields } from "~/contract/house/estate-record";

export function refusedContent(record: EstateDetail | undefined): FormNotice<typeof EstateFields> | undefined {
  if (record?.review?.status !== "rejected" || record.review.action !== "update") return undefined;
  return { at: "name", show: (form) => <RefusedContent id={record.id} form={form} /> };
}

function RefusedContent({ id, form }: { id: number; form: FormHandle }) {
  const [state, setState] = useState<"offered" | "asked" | "taken">("offered");
  async function take() {
    setState("asked");
    // What went wrong has been told.
    const history = await call(estateAudit.history, { params: { id } }).catch(() => []);
    const refused = history.find((entry) => entry.refused !== null)?.refused;
    setState(refused ? "taken" : "offered");
    if (!refused) return;
    form.fill(refused);
    toast.success(t("已填入被驳回的内容，修改后请保存"));
  }
  return (
    <Alert color="gray" variant="outline" p="sm" mb="md">
      <Group justify="space-between">
        {t("上次提交的变更被驳回，未生效。可把被驳回的内容填回表单，修改后重新提交。")}
        <Button
          size="compact-sm"
          variant="default"
          loading={state === "asked"}
          disabled={state === "taken"}
          onClick={take}
        >
          {t("采用被驳回的内容")}
        </Button>
      </Group>
    </Alert>
  );
}
