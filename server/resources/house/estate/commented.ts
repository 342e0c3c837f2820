import { mayCall } from "~/contract/endpoint";
import { estate as contract } from "~/contract/house/estate";
import { estate } from "~/server/database/tables/house/estate";
import { isPresent } from "~/server/lib/entity";
import type { CommentOwner } from "~/server/resources/shared/comment/owner";

export const commentedEstates: CommentOwner = {
  module: "house",
  async find(db, id, isHeld) {
    const { name, estate_no } = estate;
    const select = db.select({ name, estate_no }).from(estate).where(isPresent(estate, id));
    const [row] = await (isHeld ? select.for("share") : select);
    return (
      row && {
        name: row.name,
        title: `楼盘【${row.estate_no}】${row.name}`,
        link: `/house/estate-list/estate-detail?id=${id}&`,
        isClosed: false,
      }
    );
  },
  readers: async (_db, _id, people) =>
    new Set(people.filter((person) => mayCall(person, contract.get)).map(({ id }) => id)),
};
