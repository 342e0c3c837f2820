import type { Profile } from "~/contract/personal/user";

/** Sees none but their own records, so that whose they are says nothing. */
export const seesOwnAlone = ({ data_scope }: Profile): boolean => data_scope === "self";
