import { Button } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { call } from "~/app/api/call";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { BatchDrawer } from "~/app/layout/batch-drawer";
import { readQuery } from "~/contract/read-query";
import { RecordColumns, type RecordRow, record, recordQuery, recordSpan } from "~/contract/system/record";
import classes from "./record-list.module.css";

const Drawer = lazy(() => import("./record-drawer").then((module) => ({ default: module.RecordDrawer })));

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request;
  const id = Number(new URL(request.url).searchParams.get("view"));
  const query = recordQuery(request);
  const [page, line] = await Promise.all([
    call(record.list, { query }, { signal }),
    id ? call(record.get, { params: { id } }, { signal }) : undefined,
  ]);
  const { created_from, created_to } = query;
  const asked = readQuery(request, record.list);
  const isCut = asked.created_from !== created_from || asked.created_to !== created_to;
  return { page, line, cut: isCut ? { created_from, created_to } : undefined };
}

const list: List<RecordRow> = {
  name: "record-list",
  endpoint: record.list,
  exports: record.export,
  columns: columnsOf(RecordColumns, [
    { key: "created_at", width: 140 },
    { key: "user_name", width: 84 },
    { key: "module", width: 92 },
    {
      ...tagged(RecordColumns, "action", { destroy: "red", delete: "orange", unmask: "grape", export: "grape" }),
      width: 110,
    },
    { key: "target_name", width: 120 },
    { key: "summary", width: 260, render: ({ summary }) => <span className={classes.summary}>{summary}</span> },
    { key: "ip", width: 116 },
    { ...tagged(RecordColumns, "result", { success: "green", failed: "red" }), width: 70 },
  ]),
  filters: filtersOf(record.list, RecordColumns, [
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
  const [search, setSearch] = useSearchParams();
  const [isTakingBack, setIsTakingBack] = useState(false);
  const view = (id: number | undefined) =>
    setSearch(
      (now) =>
        new URLSearchParams([...[...now].filter(([name]) => name !== "view"), ...(id ? [["view", `${id}`]] : [])]),
      {
        replace: id === undefined,
        preventScrollReset: true,
      },
    );
  return (
    <>
      <ListPage
        list={list}
        page={page}
        banner={
          cut ? (
            <p className={classes.cut} role="status">
              {t("一次最多查询{days}天，当前显示 {from} 至 {to}。", {
                days: recordSpan.most,
                from: cut.created_from,
                to: cut.created_to,
              })}
            </p>
          ) : null
        }
        rowActions={({ id, change_count }) => [
          { label: change_count > 0 ? t("查看变更") : t("查看"), onSelect: () => view(id) },
        ]}
        create={
          <Button variant="default" onClick={() => setIsTakingBack(true)}>
            {t("我的批量操作")}
          </Button>
        }
      />
      <BatchDrawer isOpen={isTakingBack} onClose={() => setIsTakingBack(false)} />
      <Suspense>
        {line && search.has("view") ? <Drawer key={line.id} line={line} onClose={() => view(undefined)} /> : null}
      </Suspense>
    </>
  );
}
