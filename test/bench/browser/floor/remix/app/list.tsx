import "mantine-react-table/styles.css";
// biome-ignore lint/style/noRestrictedImports: a floor is Remix as it comes, without our Link.
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { MantineReactTable, type MRT_ColumnDef } from "mantine-react-table";
import type { FloorPage, FloorRow } from "../../rows";

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<FloorPage> {
  const response = await fetch(`/api/rows?page=${new URL(request.url).searchParams.get("page") ?? 1}`);
  return response.json();
}

const columns: MRT_ColumnDef<FloorRow>[] = [
  { accessorKey: "id", header: "编号" },
  {
    accessorKey: "name",
    header: "姓名",
    Cell: ({ row }) => <Link to={`/rows/${row.original.id}`}>{row.original.name}</Link>,
  },
  { accessorKey: "phone", header: "电话" },
  { accessorKey: "level", header: "等级" },
  { accessorKey: "stage", header: "阶段" },
  { accessorKey: "source", header: "来源" },
  { accessorKey: "budget", header: "预算" },
  { accessorKey: "created_at", header: "创建时间" },
];

export default function List() {
  const { rows, total } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const pagination = { pageIndex: Number(search.get("page") ?? 1) - 1, pageSize: 20 };
  return (
    <MantineReactTable
      columns={columns}
      data={rows}
      rowCount={total}
      manualPagination
      state={{ pagination }}
      onPaginationChange={(update) => {
        const next = typeof update === "function" ? update(pagination) : update;
        setSearch({ page: String(next.pageIndex + 1) });
      }}
    />
  );
}
