import { Comments } from "~/app/features/comments/comments";
import type { AgentDetail } from "~/contract/agent/agent";

/** What is said about an agent. */
export const AgentComments = ({ record }: { record: AgentDetail }) => <Comments type="agent" id={record.id} />;
