import { z } from "zod";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { contentCodes, contentKinds } from "./content-kinds";
import { Editor } from "./publishing";

/** An open editor reports every so many seconds; after so many seconds without a report it counts as gone. */
export const editingBeat = { every: 20, gone: 60 } as const;

const Editing = z.object({
  kind: field.choice("类型", contentKinds),
  id: field.id("内容"),
  /** Names one tab of a browser: somebody may have two. */
  tab: z.string().regex(/^[\w-]{8,40}$/, "标签页标识不正确"),
});

const permission = Object.values(contentCodes).map(({ edit }) => edit);

/** The users with the form of a piece of content open. Streams send `edit-{kind}:{id}` (`{kind, id, users}`) when that changes. */
export const editing = {
  beat: endpoint("PUT /api/user/editing", "正在编辑", permission, {
    keys: false,
    body: Editing,
    /** The others. */
    reply: z.object({ users: z.array(Editor) }),
  }),
  leave: endpoint("DELETE /api/user/editing", "结束编辑", permission, { body: Editing, reply: z.null() }),
};
