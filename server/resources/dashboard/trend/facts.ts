import type { TrendKey } from "~/contract/trend/trend-figures";
import { agentFacts } from "./agent-facts";
import { clueFacts } from "./clue-facts";
import { customerFacts } from "./customer-facts";
import { estateFacts } from "./estate-facts";
import type { Asked, Fact, Facts } from "./fact";
import { tableFacts } from "./table-facts";

const facts: Facts<TrendKey> = { ...estateFacts, ...customerFacts, ...clueFacts, ...agentFacts, ...tableFacts };

export const factOf = (key: TrendKey, asked: Asked): Fact => facts[key](asked);
