import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { z } from "zod";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { ListCards } from "~/app/blocks/list/list-cards";
import * as field from "~/contract/field";

const Row = z.object({ id: z.number(), name: field.text("名称", 20), made_at: field.instant("制作时间") });
const columns = columnsOf(Row, ["name", { key: "made_at", label: "制作时间 / 来源", under: () => "展会" }]);

it("names of a column with two lines the one that a card shows", () => {
  render(
    <ListCards
      rows={[{ id: 1, name: "甲", made_at: "2026-11-20T09:00:00+08:00" }]}
      columns={columns}
      layout={{ tags: [], facts: [], time: "made_at" }}
      nameOf={({ name }) => name}
    />,
  );
  expect(screen.getByText("制作时间")).toBeDefined();
  expect(screen.queryByText("展会")).toBeNull();
});
