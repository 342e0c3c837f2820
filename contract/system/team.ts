import { z } from "zod";
import { ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

export const teamDepth = 4;

const teamStatuses = { enabled: "启用", disabled: "停用" } as const;
export type TeamStatus = keyof typeof teamStatuses;

/** A value picked from options, which a form holds as text. */
export const chosenId = (label: string) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value),
    field.id(label),
  );

export const Team = z.object({
  name: field.text("团队名称", 50),
  parent_id: field
    .optional(chosenId("上级团队"))
    .meta({ control: "select", scene: "teams", help: `留空为一级团队，最多${teamDepth}级` }),
  leader_id: field.optional(field.reference("负责人", "users")),
  sort: field.integer("排序", 0, 9999).default(100),
  status: field.choice("状态", teamStatuses).default("enabled"),
});
export const TeamUpdate = Team.extend({ version: field.version() });

export const TeamRow = field.rowOf(Team, ["name", "parent_id", "leader_id", "sort", "status"], {
  ...field.record(),
  depth: z.int(),
  leader: ref.nullable().meta({ label: field.labelOf(Team.shape.leader_id, "leader"), isPerson: true }),
  /** Its own people, without those who have left. */
  member_count: z.int().meta({ label: "人数" }),
  total_count: z.int().meta({ label: "含下级" }),
});
export type TeamRow = z.output<typeof TeamRow>;

export const team = {
  /** All of them, each right below the one that it belongs to. */
  list: endpoint("GET /api/system/team", "团队列表", "system:user:manage", {
    reply: z.object({ list: z.array(TeamRow) }),
  }),
  get: endpoint("GET /api/system/team/{id}", "团队详情", "system:user:manage", { reply: TeamRow }),
  create: endpoint("POST /api/system/team", "新增团队", "system:user:manage", {
    body: Team,
    reply: z.object({ id: z.int() }),
  }),
  update: endpoint("PUT /api/system/team/{id}", "编辑团队", "system:user:manage", { body: TeamUpdate, reply: TeamRow }),
  remove: endpoint("DELETE /api/system/team/{id}", "删除团队", "system:user:manage", { reply: z.null() }),
};
