import type { WriteAction } from "~/app/api/writes";
import { broker } from "~/contract/system/broker";

const { create, update, remove, enable, disable } = broker;

/** What the list of brokers and its dialogs write. */
export const brokerActs = { create, update, remove, enable, disable };
export type BrokerAction = WriteAction<typeof brokerActs>;
