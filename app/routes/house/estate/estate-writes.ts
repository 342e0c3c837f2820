import type { WriteAction } from "~/app/api/writes";
import { detailPath } from "~/app/features/estate/estate-labels";
import { album } from "~/contract/house/album";
import { estate } from "~/contract/house/estate";
import { room } from "~/contract/house/room";
import { unit } from "~/contract/house/unit";

const { create, update, remove, submit, withdraw, flag, publish, unpublish } = estate;

/** What the list of estates, an estate's page, its form and its board write. */
export const estateActs = {
  create,
  update,
  remove,
  submit,
  withdraw,
  flag,
  publish,
  unpublish,
  createRoom: room.create,
  updateRoom: room.update,
  removeRoom: room.remove,
  saveAlbum: album.replaceOfEstate,
  createUnit: unit.create,
  updateUnit: unit.update,
  removeUnit: unit.remove,
  hold: unit.hold,
  release: unit.release,
};
export type EstateAction = WriteAction<typeof estateActs>;

/** An estate's form, at one of the form's tabs. */
export const editPath = (id: number, tab = "basics") => `${detailPath(id)}&edit=${tab}`;
