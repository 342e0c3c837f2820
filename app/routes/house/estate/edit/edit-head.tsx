import { Button, Group, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconArrowLeft } from "@tabler/icons-react";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { useAct } from "~/app/blocks/feedback/use-act";
import { Link } from "~/app/blocks/link";
import { AuditTag, PublishTag, SaleTag } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import type { FieldError } from "~/contract/errors";
import { type EstateDetail, estate } from "~/contract/house/estate";
import { detailPath } from "../estate-paths";
import { sayMissing } from "../say-missing";

interface EditHeadProps {
  record: EstateDetail;
  isUnsaved: () => boolean;
  onRefused: (fields: readonly FieldError[]) => void;
}

export function EditHead({ record, isUnsaved, onRefused }: EditHeadProps) {
  const navigate = useNavigate();
  const { run, pending } = useAct();
  function submit({ id }: EstateDetail) {
    if (isUnsaved()) return toast.error(t("有未保存的修改，请先保存"));
    // What is missing, the server says: this page may not have been loaded again since its pictures were saved.
    run(
      estate.submit,
      { params: { id } },
      {
        success: t("已提交审核"),
        onSuccess: () => navigate(detailPath(id), { replace: true }),
        onError: (error) => {
          sayMissing(error);
          onRefused(error.fields);
        },
      },
    );
  }
  return (
    <Group component="header" gap="8px 12px">
      <Text component="h2" fz={18} fw={700} className={basic.anywhere}>
        {record.name}
      </Text>
      <Group component="span" gap="4px 10px" flex={1} c="dimmed" fz={13}>
        {record.estate_no}
        <SaleTag status={record.sale_status} />
        <AuditTag status={record.audit_status} isChanging={record.is_changing} />
        <PublishTag status={record.publish_status} />
      </Group>
      <Button
        component={Link}
        to={detailPath(record.id)}
        variant="default"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
      >
        {t("返回详情")}
      </Button>
      {record.can.submit ? (
        <Button loading={pending} onClick={() => submit(record)}>
          {t("提交审核")}
        </Button>
      ) : null}
    </Group>
  );
}
