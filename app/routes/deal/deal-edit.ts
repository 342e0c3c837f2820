import { createContext, useContext } from "react";
import type { FieldError } from "~/contract/errors";

/** Opens the form of a deal, with what its submission was refused for. */
export type EditDeal = (id: number, complaints?: readonly FieldError[]) => void;

const Context = createContext<EditDeal>(() => undefined);

/** The list hands it to its drawer, which stands elsewhere. */
export const DealEditProvider = Context.Provider;
export const useDealEdit = () => useContext(Context);
