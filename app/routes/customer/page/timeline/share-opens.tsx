import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant, joined } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import { devices } from "~/contract/inquiry/inquiry-kinds";
import { share } from "~/contract/share/share";
import type { ShareBrief } from "~/contract/share/share-brief";

/** When a share was looked at, for how long, and which estates came into sight. */
export function ShareOpens({ row: { id, title }, onClose }: { row: ShareBrief; onClose: () => void }) {
  const answer = useCall(share.get, { params: { id } });
  return (
    <Dialog onClose={onClose} title={t("查看记录：{title}", { title })}>
      <AsyncPart {...answer} shape="list">
        {({ opens }) => (
          <ul style={{ margin: 0, paddingLeft: 20 }}>
            {opens.map(({ id: open, at, seconds, device, estates }) => (
              <li key={open}>
                {joined(
                  formatInstant(at),
                  t("{n}秒", { n: seconds }),
                  t(devices[device]),
                  estates.map(({ name }) => name).join("、"),
                )}
              </li>
            ))}
          </ul>
        )}
      </AsyncPart>
    </Dialog>
  );
}
