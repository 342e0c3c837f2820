/** Who our tokens say has made them; a provider's say something else, whose subjects are not our people. */
export const tokenIssuer = "xinfang-desk";
