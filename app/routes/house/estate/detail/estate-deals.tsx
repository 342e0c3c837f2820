import { DealsOf } from "~/app/features/deal/deals-of";

/** What was sold here, as far as the reader may see it. */
export const EstateDeals = ({ id }: { id: number }) => <DealsOf by="estate_id" id={id} />;
