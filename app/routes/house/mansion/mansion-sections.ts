import type { FormSection } from "~/app/blocks/form/record-form";
import type { MansionFields } from "~/contract/house/mansion";

type Section = FormSection<typeof MansionFields> & { title: string; id: string };

export const sections: Section[] = [
  {
    id: "basics",
    title: "基本",
    fields: [
      "name",
      "name_local",
      "name_en",
      { name: "alias", isWide: true },
      "property_type",
      { name: "description", isWide: true },
    ],
  },
  {
    id: "place",
    title: "位置",
    fields: [
      "country_code",
      { name: "district_id", within: "country_code" },
      { name: "address", isWide: true },
      { name: "lat", longitude: "lng" },
    ],
  },
  { id: "traffic", title: "交通", fields: ["stations"] },
  {
    id: "building",
    title: "建筑",
    fields: [
      "built_at",
      "structure",
      "floors_above",
      "floors_below",
      "total_units",
      "developer",
      "constructor_name",
      "manager_company",
      "manage_form",
      "land_right",
      "land_use",
    ],
  },
  {
    id: "market",
    title: "费用与行情",
    fields: [
      "currency",
      "avg_unit_price",
      "price_date",
      "avg_rent_unit",
      "gross_yield",
      "management_fee_sqm",
      "repair_fund_sqm",
    ],
  },
  { id: "facilities", title: "配套", fields: [{ name: "facilities", isWide: true }, "pet_allowed", "minpaku_allowed"] },
];

export const albumSection = { id: "album", title: "相册" };
