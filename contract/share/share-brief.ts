import { z } from "zod";
import { ref } from "../common";
import * as field from "../field";
import { shareKinds, shareLanguages, shareStatuses } from "./share-kinds";

/** A share among other things that happened, such as those of a customer. */
export const ShareBrief = z.object({
  id: field.id(),
  share_no: z.string().meta({ label: "分享编号" }),
  kind: field.choice("分享内容", shareKinds),
  title: z.string().meta({ label: "标题" }),
  language: field.choice("语言", shareLanguages),
  status: field.choice("状态", shareStatuses),
  user: ref.meta({ label: "分享人", isPerson: true }),
  expires_at: field.instant("到期时间"),
  /** Looks that count: after some seconds in sight. */
  open_count: z.int().meta({ label: "查看次数" }),
  last_opened_at: field.instant("最近查看").nullable(),
  created_at: field.instant("分享时间"),
});
export type ShareBrief = z.output<typeof ShareBrief>;
