import type { UploadScene } from "~/contract/shared/upload";

/** Where the files of deals are sent: their papers, and the slips of payments. */
export const dealFileScene: UploadScene = "deal";
export const voucherScene: UploadScene = "voucher";
