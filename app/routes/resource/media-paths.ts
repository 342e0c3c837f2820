import { useProfile } from "~/app/session/viewer-context";
import { isContentKind } from "~/contract/content/content-kinds";
import { contentForm } from "~/contract/content/content-screens";
import { type MediaUse, mediaUserCodes } from "~/contract/content/media";
import { mayCall } from "~/contract/endpoint";

/** Where what is no content is edited. */
const paths: Readonly<Partial<Record<MediaUse["user"], string>>> = {
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
    if (!mayCall(profile, { permission: mediaUserCodes[user] })) return undefined;
    if (isContentKind(user)) return contentForm(user, id);
    return paths[user] && `${paths[user]}${id}`;
  };
}
