import { Button } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { load } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import { BatchDrawer } from "~/app/layout/batch-drawer";
import { readQuery } from "~/contract/read-query";
import { RecordRow, record, recordQuery, recordScreens, recordSpan } from "~/contract/system/record";

const RecordDrawer = lazyPart(() => import("./record-drawer"), "RecordDrawer");

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const data = await load(recordScreens["/system/record"], args);
  const { created_from, created_to } = recordQuery(args.request);
  const wanted = readQuery(args.request, record.list);
  const isCut = wanted.created_from !== created_from || wanted.created_to !== created_to;
  return { ...data, cut: isCut ? { created_from, created_to } : undefined };
}

const list: List<RecordRow> = {
  name: "record-list",
  endpoint: record.list,
  exports: record.export,
  columns: columnsOf(RecordRow, [
    { created_at: 140, user_name: 92, module: 92 },
    {
      ...tagged(RecordRow, "action", { destroy: "red", delete: "red", unmask: "brand", export: "brand" }),
      width: 110,
    },
    { key: "target_name", width: 120 },
    { key: "summary", width: 260, render: ({ summary }) => <span className={basic.anywhere}>{summary}</span> },
    { key: "ip", width: 116 },
    { ...tagged(RecordRow, "result", { success: "green", failed: "red" }), width: 70 },
  ]),
  filters: filtersOf(record.list, RecordRow, [
    { name: "created", label: "日期" },
    { name: "user_id", by: "user_name", scene: "users" },
    "module",
    "action",
    { name: "target", label: "对象编号" },
  ]),
  card: { tags: ["action", "result"], facts: ["user_name", "module", "target_name"], time: "created_at" },
  title: "summary",
  nameOf: ({ summary }) => summary,
};

export default function RecordList() {
  const { page, line, cut } = useLoaderData<typeof clientLoader>();
  const { opened, open, close } = useAddressDialog("view");
  const [isUndoing, setIsUndoing] = useState(false);
  return (
    <>
      <ListPage
        list={list}
        page={page}
        banner={
          cut ? (
            <p className={`${basic.flat} ${basic.dim} ${basic.size14}`} role="status">
              {t("一次最多查询{days}天，当前显示 {from} 至 {to}。", {
                days: recordSpan.most,
                from: cut.created_from,
                to: cut.created_to,
              })}
            </p>
          ) : null
        }
        rowActions={({ id, change_count }) => [
          { label: change_count > 0 ? t("查看变更") : t("查看"), opens: "name", onSelect: () => open("view", id) },
        ]}
        bulk={useBulk(list, page)}
        create={
          <Button variant="default" onClick={() => setIsUndoing(true)}>
            {t("我的批量操作")}
          </Button>
        }
      />
      <BatchDrawer isOpen={isUndoing} onClose={() => setIsUndoing(false)} />
      {line && opened ? <RecordDrawer key={line.id} line={line} onClose={close} /> : null}
    </>
  );
}
