import { z } from "zod";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { contentCodes, contentKinds } from "./content-kinds";
import { Editor } from "./publishing";

/** Who edits says so each time after so many seconds, and is gone when nothing was heard for as many. */
export const editingBeat = { every: 20, gone: 60 } as const;

const Editing = z.object({
  kind: field.choice("类型", contentKinds),
  id: field.id("内容"),
  /** Names one tab of a browser: somebody may have two. */
  tab: z.string().regex(/^[\w-]{8,40}$/, "标签页标识不正确"),
});

const permission = Object.values(contentCodes).map(({ edit }) => edit);

/** Who has the form of a piece of content open. Streams carry `edit-{kind}:{id}` (`{kind, id, users}`) whenever that changes. */
export const editing = {
  beat: endpoint("PUT /api/user/editing", {
    summary: "正在编辑",
    permission,
    body: Editing,
    /** The others. */
    reply: z.object({ users: z.array(Editor) }),
  }),
  leave: endpoint("DELETE /api/user/editing", { summary: "结束编辑", permission, body: Editing, reply: z.null() }),
};
