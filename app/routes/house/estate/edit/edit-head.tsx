import { Button } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconArrowLeft } from "@tabler/icons-react";
import { toast } from "~/app/api/toast";
import { useAct } from "~/app/blocks/form/use-act";
import { Link } from "~/app/blocks/link";
import { AuditTag, PublishTag, SaleTag } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import { type EstateDetail, estate } from "~/contract/house/estate";
import { detailPath, listPath } from "../estate-paths";
import { sayMissing } from "../say-missing";
import classes from "./estate-edit.module.css";

interface EditHeadProps {
  /** Absent: a new one. */
  record: EstateDetail | undefined;
  /** Whether something of it was typed, or put in, and not saved. */
  isUnsaved: () => boolean;
}

/** Which estate is edited, the way back to its page, and its submission once it has what that needs. */
export function EditHead({ record, isUnsaved }: EditHeadProps) {
  const navigate = useNavigate();
  const { run, pending } = useAct();
  if (!record)
    return (
      <header className={classes.head}>
        <h2>{t("新增房源")}</h2>
        <BackLink to={listPath} label={t("返回列表")} />
      </header>
    );
  function submit({ id }: EstateDetail) {
    if (isUnsaved()) return toast.error(t("有未保存的修改，请先保存"));
    // What is missing, the server says: this page may not have been loaded again since its pictures were saved.
    run(
      estate.submit,
      { params: { id } },
      { success: t("已提交审核"), onSuccess: () => navigate(detailPath(id), { replace: true }), onError: sayMissing },
    );
  }
  return (
    <header className={classes.head}>
      <h2>{record.name}</h2>
      <span className={classes.about}>
        {record.estate_no}
        <SaleTag status={record.sale_status} />
        <AuditTag status={record.audit_status} isChanging={record.is_changing} />
        <PublishTag status={record.publish_status} />
      </span>
      <BackLink to={detailPath(record.id)} label={t("返回详情")} />
      {record.can.submit ? (
        <Button loading={pending} onClick={() => submit(record)}>
          {t("提交审核")}
        </Button>
      ) : null}
    </header>
  );
}

function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Button component={Link} to={to} variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
      {label}
    </Button>
  );
}
