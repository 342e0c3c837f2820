import type { Served } from "~/server/lib/serve";
import { badge, type Topics } from "./events";
import { exportHandlers } from "./export-task";
import { messageHandlers } from "./message";
import { optionHandlers } from "./option";
import { uploadHandlers } from "./upload";
import { uploadIntakeHandlers } from "./upload-intake";

/** Every endpoint of this area, one line per resource. */
export const served: readonly Served[] = [
  ...optionHandlers,
  ...uploadHandlers,
  ...messageHandlers,
  ...exportHandlers,
  ...uploadIntakeHandlers,
];

/** What event streams may carry of this area. */
export const topics = { badge } satisfies Topics;
