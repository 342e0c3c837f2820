import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { type FormSection, RecordForm } from "~/app/blocks/form/record-form";
import * as field from "~/contract/field";
import { aliases, latitude, longitude, month, stations } from "~/contract/shared/property";
import { renderRoute, someViewer } from "~/test/support/render-route";

const Building = z.object({
  built_at: month("建成年月"),
  alias: aliases(3, 10),
  stations: stations(),
  lat: field.optional(latitude()),
  lng: field.optional(longitude()),
});
const sections: FormSection<typeof Building>[] = [
  { id: "facts", title: "基本", fields: ["built_at", "alias", "stations", { name: "lat", longitude: "lng" }] },
];
const record = { built_at: "2020-05", alias: ["云汀"], stations: [], lat: null, lng: null };
const sent = vi.fn<(body: unknown) => void>();
let tiles = "";

function Form() {
  return (
    <RecordForm form={{ schema: Building, sections, value: record, pending: false, onSubmit: (body) => sent(body) }} />
  );
}

async function open() {
  vi.stubGlobal("fetch", async () =>
    Response.json({ code: 200, message: "", data: { map_tile_url: tiles, upload_limits: {} } }),
  );
  const view = renderRoute({ path: "/building", module: { default: Form } }, someViewer());
  await screen.findByLabelText(/^纬度/);
  await screen.findByText("添加车站");
  await waitFor(() => expect(screen.getByLabelText(/^建成年月/)).toHaveProperty("disabled", false));
  await screen.findByText("云汀");
  return view;
}
const input = (label: RegExp, place: HTMLElement = document.body) =>
  within(place).getByLabelText(label, { selector: "input" });
const type = (label: RegExp, value: string, place?: HTMLElement) =>
  fireEvent.change(input(label, place), { target: { value } });
const save = () => fireEvent.click(screen.getByText("保存"));
const row = (n: number) => screen.getByLabelText(`第${n}条`);

beforeEach(() => {
  sent.mockClear();
  tiles = "";
});

it("takes a month as people write it, and says what is none", async () => {
  await open();
  type(/^建成年月/, "2024年");
  fireEvent.blur(input(/^建成年月/));
  expect(await screen.findByText("建成年月应为年月，如2024-03")).toBeDefined();
  type(/^建成年月/, "2024/3");
  expect(input(/^建成年月/)).toHaveProperty("value", "2024/3");
  fireEvent.blur(input(/^建成年月/));
  expect(input(/^建成年月/)).toHaveProperty("value", "2024-03");
  save();
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ built_at: "2024-03" }));
});

it("picks a month from a year", async () => {
  const { actor } = await open();
  await actor.click(screen.getByLabelText("选择建成年月"));
  await actor.click(await screen.findByRole("button", { name: "8月" }));
  expect(input(/^建成年月/)).toHaveProperty("value", "2020-08");
});

it("makes several tags of a pasted list, and tells what found no room or was there", async () => {
  const { actor } = await open();
  await actor.click(input(/^别名/));
  await actor.paste("湾岸、晴海，\n云汀;芝浦");
  expect(await screen.findByText("最多3个，未加入：芝浦")).toBeDefined();
  await actor.keyboard("{Backspace}");
  // A Chinese comma comes by the input method.
  type(/^别名/, "新名，");
  expect(await screen.findByText("新名")).toBeDefined();
  save();
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ alias: ["云汀", "湾岸", "新名"] }));
});

it("puts stations in their order, and what is wrong at its own cell", async () => {
  await open();
  fireEvent.click(screen.getByText("添加车站"));
  fireEvent.click(screen.getByText("添加车站"));
  type(/^线路/, "山手线", row(1));
  type(/^车站/, "田町", row(1));
  type(/^步行/, "9", row(1));
  type(/^车站/, "芝浦埠头", row(2));
  type(/^步行/, "61", row(2));
  save();
  expect(await within(row(2)).findByText("请输入线路")).toBeDefined();
  expect(within(row(2)).getByText("步行分钟不能大于60")).toBeDefined();
  expect(within(row(1)).queryByText("请输入线路")).toBeNull();
  expect(sent).not.toHaveBeenCalled();

  type(/^线路/, "百合海鸥线", row(2));
  type(/^步行/, "4", row(2));
  expect(within(row(1)).getByText("最近车站")).toBeDefined();
  fireEvent.click(screen.getByText("按步行排序"));
  expect(input(/^车站/, row(1))).toHaveProperty("value", "芝浦埠头");
  fireEvent.click(within(row(1)).getByLabelText("下移"));
  expect(input(/^车站/, row(1))).toHaveProperty("value", "田町");
  expect(document.activeElement?.closest("li")).toBe(row(2));
  fireEvent.click(within(row(1)).getByLabelText("移除"));
  save();
  expect(sent).toHaveBeenCalledWith(
    expect.objectContaining({
      stations: [{ line: "百合海鸥线", station: "芝浦埠头", walk_min: 4, bus_min: null }],
    }),
  );
  for (let n = 1; n < 6; n++) fireEvent.click(screen.getByText("添加车站"));
  expect(screen.getByText("最多6条").closest("button")).toHaveProperty("disabled", true);
});

it("takes both numbers of a place, or a map's link, out of one paste", async () => {
  const { actor } = await open();
  await actor.click(input(/^纬度/));
  await actor.paste("35.65858091, 139.7454");
  expect(input(/^纬度/)).toHaveProperty("value", "35.658581");
  expect(input(/^经度/)).toHaveProperty("value", "139.7454");
  await actor.click(input(/^经度/));
  await actor.paste("https://maps.app.goo.gl/abcdef");
  expect(await screen.findByText(/链接中没有坐标/)).toBeDefined();
  expect(input(/^经度/)).toHaveProperty("value", "139.7454");
  await actor.paste("https://www.google.com/maps/place/X/@1.0,2.0,17z/data=!3d-33.8568!4d151.2153");
  save();
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ lat: -33.8568, lng: 151.2153 }));
  expect(screen.getByRole("link", { name: /在地图中打开/ }).getAttribute("href")).toContain("-33.8568");
  expect(screen.queryByRole("application")).toBeNull();
});
