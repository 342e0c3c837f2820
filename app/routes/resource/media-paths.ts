import { useProfile } from "~/app/session/viewer-context";
import { type MediaUse, mediaUserCodes } from "~/contract/content/media";
import { mayCall } from "~/contract/endpoint";

const paths: Readonly<Partial<Record<MediaUse["user"], string>>> = {
  article: "/article/news-list/news-edit?id=",
  video: "/resources/video/deployVideo?id=",
  investment: "/resources/investment/invest-edit?id=",
  report: "/resources/reportDownload?form=",
  city_intro: "/seo/cityIntroduce/introdeceForm?id=",
  encyclopaedia: "/seo/cityIntroduce/encyclopaedic/formArticle?id=",
  seo_article: "/seo/seo-article/editArticle?id=",
  special: "/specialEstate/special/edit-special?id=",
  banner: "/resources/banner/deployBanner?id=",
  estate: "/house/estate-list/estate-detail?id=",
  mansion: "/house/mansion-management/mansion-management-edit?id=",
  country: "/regionalManage/countryList/country-edit?id=",
  district: "/regionalManage/district-edit?id=",
  notification: "/notification/information-list/information-edit?id=",
};

/** Where what uses a file is edited, for who may read it. */
export function usePath(): (use: MediaUse) => string | undefined {
  const profile = useProfile();
  return ({ user, id }) => {
    const path = paths[user];
    return path && mayCall(profile, { permission: mediaUserCodes[user] }) ? path + id : undefined;
  };
}
