import "@mantine/core/styles.css";
import { MantineProvider, Table } from "@mantine/core";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { FloorPage, FloorRow } from "../rows";

const columns: [keyof FloorRow, string][] = [
  ["id", "编号"],
  ["name", "姓名"],
  ["phone", "电话"],
  ["level", "等级"],
  ["stage", "阶段"],
  ["source", "来源"],
  ["budget", "预算"],
  ["created_at", "创建时间"],
];

function List() {
  const [rows, setRows] = useState<FloorRow[]>([]);

  useEffect(() => {
    const load = async () => {
      const page: FloorPage = await (await fetch("/api/rows?page=1")).json();
      setRows(page.rows);
    };
    void load();
  }, []);

  return (
    <main>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map(([key, label]) => (
              <Table.Th key={key}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {columns.map(([key]) => (
                <Table.Td key={key}>{row[key]}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </main>
  );
}

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <MantineProvider>
      <List />
    </MantineProvider>,
  );
