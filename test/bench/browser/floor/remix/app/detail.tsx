import { Paper, Tabs, Text, Title } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import type { FloorRow } from "../../rows";

export async function clientLoader({ params }: ClientLoaderFunctionArgs): Promise<FloorRow> {
  const response = await fetch(`/api/rows/${params.id}`);
  return response.json();
}

export default function Detail() {
  const row = useLoaderData<typeof clientLoader>();
  return (
    <Paper p="md">
      <Title order={1}>{row.name}</Title>
      <Tabs defaultValue="basics">
        <Tabs.List>
          <Tabs.Tab value="basics">基本信息</Tabs.Tab>
          <Tabs.Tab value="trackings">跟进记录</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="basics">
          {Object.entries(row).map(([name, value]) => (
            <Text key={name}>
              {name} {value}
            </Text>
          ))}
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}
