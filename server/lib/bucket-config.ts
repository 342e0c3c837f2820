/** Which bucket, and who we are to it. */
export interface BucketConfig {
  /** With protocol, without the bucket's name. */
  endpoint: string;
  region: string;
  name: string;
  keyId: string;
  secretKey: string;
  /** The bucket's name is in the path instead of in the host. */
  isPathStyle: boolean;
  /** Where everybody may read the public files, without an address signed by us. */
  publicUrl: string | undefined;
}

export const placeOfBucket = ({ endpoint, name }: BucketConfig): string => `${new URL(endpoint).host}/${name}`;
