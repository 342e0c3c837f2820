import type { WriteAction } from "~/app/api/writes";
import { album } from "~/contract/house/album";
import { mansion } from "~/contract/house/mansion";

const { create, update, remove, enable, disable, merge } = mansion;

/** What the list of buildings, its dialogs and a building's page write. */
export const mansionActs = { create, update, remove, enable, disable, merge, saveAlbum: album.replaceOfMansion };
export type MansionAction = WriteAction<typeof mansionActs>;

export const listPath = "/house/mansion-management";
export const editPath = (id?: number) => `${listPath}/mansion-management-edit${id === undefined ? "" : `?id=${id}`}`;
