import { customerImport } from "~/contract/customer/customer-import";
import type { Endpoint } from "~/contract/endpoint";
import { user } from "~/contract/personal/user";
import { districtImport } from "~/contract/region/district";
import { batch } from "~/contract/shared/batch";
import { comment } from "~/contract/shared/comment";
import { download } from "~/contract/shared/download";
import { exportTask } from "~/contract/shared/export-task";
import { message } from "~/contract/shared/message";
import { upload } from "~/contract/shared/upload";
import { staffImport } from "~/contract/system/staff";
import { target } from "~/contract/system/target";
import { agentCases } from "./agent-cases";
import { clueCases } from "./clue-cases";
import { dealCases } from "./deal-cases";
import { chatCases, inquiryCases } from "./inquiry-cases";
import { at, type Case } from "./prove";
import { statementCases } from "./statement-cases";

const ownIs = (
  endpoint: Endpoint,
  kind: Case["kind"],
  family: Case["family"],
  input: Case["input"] = at(),
  more: Partial<Case> = {},
): Case => ({ ...{ endpoint, name: "id", code: "any", kind, family, input }, ...more });

const importIs = (endpoint: Endpoint, code: Case["code"], of: string): Case =>
  ownIs(endpoint, "importTask", "import: own", at(), { code, of });

const said = (about: object) => ({ body: { ...about, content: "再看看" } });

/** A user's own records, whatever their role. */
export const cases: Case[] = [
  ownIs(message.read, "message", "message: own"),
  ownIs(message.remove, "message", "message: own"),
  ownIs(message.readAll, "message", "message: up to"),
  ownIs(user.endSession, "session", "session: own", ({ id }) => ({ params: { session: id } }), { name: "session" }),
  importIs(customerImport.get, "customer:info:create", "customer"),
  importIs(customerImport.errors, "customer:info:create", "customer"),
  importIs(staffImport.get, "system:user:manage", "staff"),
  importIs(staffImport.errors, "system:user:manage", "staff"),
  importIs(districtImport.get, "geo:region:manage", "district"),
  importIs(districtImport.errors, "geo:region:manage", "district"),
  ownIs(comment.create, "customer", "comment: write", ({ id }) => said({ owner_type: "customer", owner_id: id }), {
    name: "owner_id",
  }),
  ownIs(comment.update, "comment", "comment: own", ({ id }) => ({ params: { id }, ...said({}) })),
  ownIs(comment.remove, "comment", "comment: own"),
  ...inquiryCases,
  ...chatCases,
  ...agentCases,
  ...clueCases,
  ...statementCases,
  ...dealCases,
  ownIs(exportTask.file, "exportTask", "export: own"),
  ownIs(exportTask.again, "exportTask", "export: own"),
  ownIs(batch.get, "batch", "batch: own"),
  ownIs(batch.undo, "batch", "batch: undo"),
  ownIs(upload.signed, "file", "file: address"),
  ownIs(upload.complete, "finishedFile", "file: finish", ({ id }) => ({ body: { media_id: id } }), {
    name: "media_id",
  }),
  ownIs(upload.put, "softRecord", "file: signed", ({ id }) => ({ params: { token: id } }), {
    name: "token",
    of: "none",
  }),
  ownIs(upload.parts, "softRecord", "file: signed", ({ id }) => ({ params: { token: id } }), {
    name: "token",
    of: "none",
  }),
  ...["token", "n"].map((name) =>
    ownIs(upload.part, "softRecord", "file: signed", ({ id }) => ({ params: { token: id, n: id } }), {
      name,
      of: "none",
    }),
  ),
  ...["id", "token"].map((name) =>
    ownIs(upload.read, "file", "file: signed", ({ id }) => ({ params: { id, token: "none" } }), {
      name,
      code: "public",
    }),
  ),
  ownIs(download.redeem, "softRecord", "file: signed", ({ id }) => ({ params: { token: id } }), {
    ...{ name: "token", code: "public", of: "none" },
  }),
  ownIs(user.update, "shownFile", "file: shown", ({ id }) => ({ body: { avatar_id: id } }), {
    ...{ name: "avatar_id", of: "avatar" },
  }),
  ownIs(
    target.update,
    "person",
    "target: set",
    ({ id }) => ({
      body: { month: "2026-12", items: [{ dim: "user", user_id: id, metric: "visit_count", value: "3" }] },
    }),
    { name: "user_id", code: "dashboard:target:manage" },
  ),
];
