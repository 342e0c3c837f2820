import { expect, test } from "vitest";
import { z } from "zod";
import { demandedOf } from "~/app/blocks/form/demanded";
import { fieldOf, formValues } from "~/app/blocks/form/field/schema-fields";
import { BlacklistCreate } from "~/contract/customer/blacklist";
import { CustomerUpdate } from "~/contract/customer/customer-record";
import { AnnexVerify, RequirementCreate } from "~/contract/customer/requirement";
import { TrackingCreate } from "~/contract/customer/tracking";
import { UnregisterReview } from "~/contract/customer/unregister";
import { EstateCreate } from "~/contract/house/estate-record";
import { MansionCreate } from "~/contract/house/mansion";
import { CountryCreate } from "~/contract/region/country";
import { DistrictCreate } from "~/contract/region/district";
import { AppVersionBody } from "~/contract/system/app-version";
import { BrokerCreate } from "~/contract/system/broker";
import { StaffCreate, StaffHandover } from "~/contract/system/staff";
import { served } from "~/server/resources/areas";

/** What the form marks with `*` for these values. */
function markedIn(schema: z.ZodObject, typed: Readonly<Record<string, unknown>>) {
  const fields = Object.keys(schema.shape).map((name) => fieldOf(schema, name));
  const values = { ...formValues(schema, fields, {}), ...typed };
  const demanded = demandedOf(schema, fields, values);
  return {
    fields,
    values,
    marked: fields.filter((one) => one.isRequired || demanded.has(one.name)).map(({ name }) => name),
  };
}

const demands: readonly (readonly [
  z.ZodObject,
  Readonly<Record<string, unknown>>,
  string,
  Readonly<Record<string, unknown>>?,
])[] = [
  [CustomerUpdate, { budget_min: "100" }, "budget_currency"],
  [CustomerUpdate, { stage: "lost" }, "lost_reason"],
  [CustomerUpdate, { phone: "19900000000" }, "phone_cc"],
  [RequirementCreate, { price_max: "100" }, "currency"],
  [AnnexVerify, { verified: "rejected" }, "verify_note"],
  [TrackingCreate, { stage_after: "lost" }, "lost_reason"],
  [UnregisterReview, { action: "reject" }, "reason"],
  [UnregisterReview, { action: "approve", force: true }, "reason"],
  [BlacklistCreate, { type: "phone" }, "value", { type: "user" }],
  [BlacklistCreate, { type: "user" }, "customer_user_id"],
  [EstateCreate, { lng: 139.7 }, "lat"],
  [EstateCreate, { dev_commission_mode: "fixed" }, "dev_commission_value"],
  [EstateCreate, { dev_commission_mode: "fixed" }, "dev_commission_currency"],
  [EstateCreate, { settle_condition: "staged" }, "settle_stages"],
  [MansionCreate, { avg_unit_price: "90" }, "currency"],
  [CountryCreate, { level_name_2: "市区町村" }, "level_name_1"],
  [DistrictCreate, { avg_unit_price: "90" }, "avg_unit_currency"],
  [AppVersionBody, { platform: "android" }, "package_id"],
  [AppVersionBody, { platform: "ios" }, "store_url"],
  [BrokerCreate, { license_no: "A1" }, "license_country"],
  [StaffCreate, { phone: "19900000000" }, "phone_cc"],
  [StaffHandover, { to: "user" }, "target_user_id"],
];

for (const [schema, typed, name, other] of demands)
  test(`${name} is marked with ${JSON.stringify(typed)}, filled in or not, and not without`, () => {
    expect(markedIn(schema, typed).marked).toContain(name);
    expect(markedIn(schema, { ...typed, [name]: fieldOf(schema, name).isMany ? [] : "1" }).marked).toContain(name);
    const without = Object.fromEntries(Object.keys(typed).map((one) => [one, null]));
    expect(markedIn(schema, other ?? without).marked).not.toContain(name);
  });

test("whatever a body complains of while a form is empty is marked in the form", () => {
  const unmarked = served.flatMap(({ endpoint }) => {
    const { body } = endpoint;
    if (!(body instanceof z.ZodObject)) return [];
    const { values, marked, fields } = markedIn(body, {});
    const drawn = new Set(fields.filter(({ label, name }) => label !== name).map(({ name }) => name));
    return (body.safeParse(values).error?.issues ?? [])
      .map(({ path }) => String(path[0]))
      .filter((name) => drawn.has(name) && !marked.includes(name))
      .map((name) => `${endpoint.method} ${endpoint.path} ${name}`);
  });
  expect(unmarked).toEqual([]);
});
