import type { UploadScene } from "~/contract/shared/upload";

export const dealFileScene: UploadScene = "deal";
export const voucherScene: UploadScene = "voucher";
