import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { toast } from "~/app/api/toast";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { Link } from "~/app/blocks/link";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customer, customerRecordScreens, destroyConfirmation } from "~/contract/customer/customer";
import { TrashedRow } from "~/contract/customer/customer-list";
import { mayCall } from "~/contract/endpoint";

export const clientLoader = loaderOf(customerRecordScreens["/customer/deleteCustomer"]);
export { write as clientAction } from "~/app/api/writes";

const restoring = actDialog({
  endpoint: customer.restore,
  about: (row: TrashedRow) => t("客户：{names}", { names: namesOfRows([row]) }),
  fields: [{ name: "owner_id", perm: "customer:pool:claim" }],
  submitLabel: "恢复",
});

const destroy = {
  title: () => t("彻底删除客户"),
  submitLabel: "彻底删除",
  isDanger: true,
} as const;

const gone = (rows: Rows) =>
  t("将彻底删除 {names}：姓名、联系方式、跟进内容、需求附件等个人信息和文件全部清除，不能恢复。请输入“{words}”确认。", {
    names: namesOfRows(rows),
    words: destroyConfirmation,
  });

const destroying = actDialog({
  ...destroy,
  endpoint: customer.destroy,
  about: (row: TrashedRow) => gone([row]),
  fields: ["confirm"],
  success: () => t("已彻底删除"),
});

const destroyingAll = actDialog({
  ...destroy,
  endpoint: customer.destroyBatch,
  about: gone,
  fields: ["confirm"],
  input: (rows) => ({ body: { ids: idsOf(rows) } }),
});

const pathOf = ({ id }: { id: number }) => customerPage({ id });

const list: List<TrashedRow> = {
  name: "customer-trash",
  endpoint: customer.trashed,
  columns: columnsOf(TrashedRow, [
    { key: "name", width: 130, under: "customer_no" },
    "phone",
    { last_owner: 104, deleted_at: 140, deleted_by: 90, delete_reason: 200 },
    { key: "customer_no", isExtra: true },
    {
      key: "merged_to",
      render: ({ merged_to }) => (merged_to ? <Link to={pathOf(merged_to)}>{merged_to.name}</Link> : "–"),
    },
  ]),
  filters: filtersOf(customer.trashed, TrashedRow, [
    { name: "keyword", label: "编号 / 姓名 / 联系方式（号码后4位）" },
    { name: "owner_id", by: "last_owner", scene: "users" },
    { name: "deleted", by: "deleted_at" },
  ]),
  card: { tags: [], facts: ["phone", "last_owner", "delete_reason"], time: "deleted_at" },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: pathOf,
};

export default function CustomerTrash() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const { form, inBulk, confirm, dialog } = useActs();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.restore &&
            form(restoring, row, {
              onDone: ({ owner }) =>
                toast.success(owner ? t("已恢复给{name}", { name: owner.name }) : t("已恢复到公海")),
            }),
          row.can.destroy && form(destroying, row),
        ]}
        bulk={useBulk(list, page, [
          mayCall(profile, customer.restoreBatch) && {
            label: t("恢复"),
            max: 100,
            run: (rows, report) =>
              confirm(
                customer.restoreBatch,
                { body: { ids: idsOf(rows) } },
                { ...restoringAll(rows), onSuccess: report },
              ),
          },
          mayCall(profile, customer.destroyBatch) && inBulk(destroyingAll, { isDanger: false }),
        ])}
      />
      {dialog}
    </>
  );
}

type Rows = readonly TrashedRow[];

const namesOfRows = (rows: Rows) => namesOf(rows.map(({ name, customer_no }) => `${name}（${customer_no}）`));

const idsOf = (rows: Rows) => rows.map(({ id }) => id);

const restoringAll = (rows: Rows) => ({
  title: t("恢复客户"),
  text: t("确定恢复 {names}？客户回到原跟进人名下；原跟进人不能接收时进公海。", { names: namesOfRows(rows) }),
  confirmLabel: t("恢复"),
  isDanger: false,
});
