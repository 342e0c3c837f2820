import type { WriteAction } from "~/app/api/writes";
import type { useAct } from "~/app/blocks/form/use-act";
import { mansionApplication } from "~/contract/house/mansion-application";

const { create, merge, apply, reject } = mansionApplication;

/** The four ways in which an application ends. */
export const applicationActs = { create, merge, apply, reject };
export type ApplicationAction = WriteAction<typeof applicationActs>;
export type RunApplication = ReturnType<typeof useAct<ApplicationAction>>["run"];
/** Acts that are asked about first. */
export type AskedAct = "merge" | "claim" | "reject";

export const listPath = "/house/mansion";
export const confirmPath = (id: number) => `${listPath}/mansion-confirm?id=${id}`;
