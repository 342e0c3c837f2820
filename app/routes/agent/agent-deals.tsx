import { DealsOf } from "~/app/features/deal/deals-of";
import type { AgentDetail } from "~/contract/agent/agent";

export const AgentDeals = ({ record: { id } }: { record: AgentDetail }) => <DealsOf by="agent_id" id={id} />;
