import { endpoint, file } from "../endpoint";

export const publicFile = {
  read: endpoint("GET /api/public/file/{name}", "公开内容的图片和视频", "public", { reply: file }),
};
