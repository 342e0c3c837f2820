/** What a provider says about the bearer of its access token. */
export interface Proof {
  subject: string;
  /** Their address, where the provider has verified it; asked only to bind an account for the first time. */
  verifiedEmail(): Promise<string | undefined>;
}
