import { DealsOf } from "~/app/features/deal/deals-of";

export const EstateDeals = ({ id }: { id: number }) => <DealsOf by="estate_id" id={id} />;
