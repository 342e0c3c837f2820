// @vitest-environment node
import { expect, it } from "vitest";
import { fieldOf, formValues } from "~/app/blocks/form/field/schema-fields";
import { CustomerUpdate } from "~/contract/customer/customer-record";
import { TrackingCreate } from "~/contract/customer/tracking";

it("reads label, options and limits also through default, optional and partial", () => {
  expect(fieldOf(CustomerUpdate, "gender")).toMatchObject({
    label: "性别",
    control: "select",
    options: { male: "男" },
    hasDefault: true,
    isRequired: false,
  });
  expect(fieldOf(CustomerUpdate, "phone")).toMatchObject({ label: "手机号", control: "phone", isRequired: false });
  expect(fieldOf(CustomerUpdate, "name")).toMatchObject({ isRequired: true, maxLength: 50 });
  expect(fieldOf(TrackingCreate, "media_ids")).toMatchObject({ control: "media", isMany: true, maxCount: 9 });
  expect(fieldOf(TrackingCreate, "duration_min")).toMatchObject({ min: 0, max: 600, unit: "分钟" });
});

it("begins a form with what the record holds, and with the contract's defaults where it names nothing", () => {
  const fields = ["name", "level", "tags", "remark", "budget_min"].map((name) => fieldOf(CustomerUpdate, name));
  expect(formValues(CustomerUpdate, fields, { name: "王伟", remark: null })).toEqual({
    name: "王伟",
    level: "C",
    tags: [],
    remark: "",
    budget_min: "",
  });
});
