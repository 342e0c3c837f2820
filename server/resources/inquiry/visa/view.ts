import { visaStored } from "~/contract/inquiry/inquiry-kinds";
import { nextStages, type VisaView } from "~/contract/inquiry/visa-case";
import { type VisaCheckKey, visaRulesOf, visaStates } from "~/contract/inquiry/visa-check";
import type { Looking } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { briefsOf } from "~/server/resources/house/estate/view";
import { namesOf } from "~/server/resources/shared/comment/people";
import type { InquiryRecord } from "../inquiry/change";

/** The case of a visa's inquiry as its page shows it; null of the other kinds. */
export async function visaViewOf(looking: Looking, row: InquiryRecord): Promise<VisaView | null> {
  if (row.kind !== "visa") return null;
  const { db, user: caller } = looking;
  const ext = visaStored.parse(row.ext);
  const rules = visaRulesOf(await readSettings(db));
  const states = Object.entries(visaStates(row.ext, rules)) as [VisaCheckKey, VisaView["checks"][number]["state"]][];
  const [property] = ext.property_id === null ? [] : await briefsOf(looking, [ext.property_id]);
  const mayHandle = caller.permissions.has("inquiry:visa:handle");
  const isOn = row.status === "processing" || row.status === "converted";
  const next = [...nextStages(ext.case_stage)];
  const actors = ext.steps.flatMap(({ by }) => by ?? []);
  const names = await namesOf(db, actors);
  return {
    checks: states.map(([key, state]) => ({ key, state, note: ext.notes[key] ?? null })),
    capital_min: rules.capital_min,
    stage: ext.case_stage,
    steps: ext.steps.map(({ by, ...step }) => ({
      ...step,
      by: by === null ? null : { id: by, name: names.get(by) ?? "" },
    })),
    next,
    property: property ?? null,
    can: { step: mayHandle && isOn, edit: mayHandle, papers: mayHandle },
  };
}
