import type { Job } from "../scheduler";
import { agentExpire } from "./agent-expire";

export const agentJobs: readonly Job[] = [agentExpire];
