import type { UploadScene } from "~/contract/shared/upload";

/** Upload scenes for deal files: papers, and payment slips. */
export const dealFileScene: UploadScene = "deal";
export const voucherScene: UploadScene = "voucher";
