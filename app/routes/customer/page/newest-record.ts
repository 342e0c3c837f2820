import { createContext, useContext, useState } from "react";
import type { CustomerDetail } from "~/contract/customer/customer-record";

const Newest = createContext<(answered: CustomerDetail) => void>(() => undefined);

export const NewestRecord = Newest.Provider;

export const useTellRecord = () => useContext(Newest);

export function useNewestRecord<Loaded extends CustomerDetail | undefined>(loaded: Loaded) {
  const [answered, tell] = useState<CustomerDetail>();
  const isLater = loaded && answered && answered.id === loaded.id && answered.version > loaded.version;
  return { record: isLater ? answered : loaded, tell };
}
