/** The issuer of our tokens; a provider's tokens name another one, whose subjects are not our people. */
export const tokenIssuer = "xinfang-desk";
