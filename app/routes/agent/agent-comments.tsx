import { Comments } from "~/app/features/comments/comments";
import type { AgentDetail } from "~/contract/agent/agent";

export const AgentComments = ({ record }: { record: AgentDetail }) => <Comments type="agent" id={record.id} />;
