import { inArray } from "drizzle-orm";
import { EstateFields, settleConditions } from "~/contract/house/estate-record";
import { media } from "~/server/database/tables/system/system";
import type { ActingCall } from "~/server/lib/call";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import { sayStation } from "../mansion/write";

type Asking = Pick<ActingCall, "db" | "user" | "services">;

/** How these records are told to people: a function that puts one of them into words, field by field, for `changesOf`. */
export async function estateDescriber(asking: Asking, ...records: Partial<EstateFields>[]) {
  const dictionary = await lookUp(asking, EstateFields, ...records);
  const files = await brochures(asking, records);
  return (record: Partial<EstateFields>): Record<string, unknown> => {
    const { brochure_id } = record;
    return {
      ...spelledOut(dictionary, EstateFields, record),
      ...("stations" in record && { stations: record.stations?.map(sayStation) }),
      ...("payment_plan" in record && { payment_plan: record.payment_plan?.map(sayStage) }),
      ...("purchase_costs" in record && { purchase_costs: record.purchase_costs?.map(sayCost) }),
      ...("settle_stages" in record && { settle_stages: record.settle_stages?.map(saySettling) }),
      ...("brochure_id" in record && {
        brochure_id: brochure_id && `${files.get(brochure_id) ?? "文件"}#${brochure_id}`,
      }),
    };
  };
}

async function brochures({ db }: Pick<ActingCall, "db">, records: readonly Partial<EstateFields>[]) {
  const ids = records.flatMap(({ brochure_id }) => brochure_id ?? []);
  const rows = ids.length
    ? await db.select({ id: media.id, name: media.name }).from(media).where(inArray(media.id, ids))
    : [];
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const said = (...parts: (string | null)[]) => parts.filter(Boolean).join(" ");

const sayStage = ({ stage, percent, note }: EstateFields["payment_plan"][number]) => said(stage, `${percent}%`, note);

const sayCost = ({ name, rate, amount, note }: EstateFields["purchase_costs"][number]) =>
  said(name, rate === null ? amount : `${rate}%`, note);

const saySettling = ({ part, percent, condition }: EstateFields["settle_stages"][number]) =>
  said(part, `${percent}%`, settleConditions[condition]);
