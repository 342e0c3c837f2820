import { createContext, useContext, useState } from "react";
import type { CustomerDetail } from "~/contract/customer/customer-record";

const Newest = createContext<(answered: CustomerDetail) => void>(() => undefined);

/** Stands around what shows a customer and changes them. */
export const NewestRecord = Newest.Provider;

/** Takes what the server has answered to a change: the next one follows from it, though the page has not been loaded again yet. */
export const useTellRecord = () => useContext(Newest);

/** A customer as the page has loaded them, or as a later answer has them. */
export function useNewestRecord<Loaded extends CustomerDetail | undefined>(loaded: Loaded) {
  const [answered, tell] = useState<CustomerDetail>();
  const isLater = loaded && answered && answered.id === loaded.id && answered.version > loaded.version;
  return { record: isLater ? answered : loaded, tell };
}
