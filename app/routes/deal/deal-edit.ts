import { createContext, useContext } from "react";
import type { FieldError } from "~/contract/errors";

export type EditDeal = (id: number, complaints?: readonly FieldError[]) => void;

const Context = createContext<EditDeal>(() => undefined);

/** The list passes it to its drawer, rendered elsewhere. */
export const DealEditProvider = Context.Provider;
export const useDealEdit = () => useContext(Context);
