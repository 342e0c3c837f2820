import basic from "~/app/basic.module.css";
import { useAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type TimelineKind, timelineCodes, timelineKinds, timelineKindsAt } from "~/contract/timeline/timeline";
import classes from "./timeline.module.css";

export function useKinds() {
  const [search, setAddress] = useAddress();
  const kinds = timelineKindsAt(search);
  const show = (next: readonly TimelineKind[]) =>
    setAddress({ tab: undefined, kind: next.join(",") }, { replace: true });
  return { kinds, show };
}

export function KindFilter() {
  const { kinds, show } = useKinds();
  const profile = useProfile();
  const offered = (Object.keys(timelineKinds) as TimelineKind[]).filter(
    (kind) => kind !== "quote" && mayCall(profile, timelineCodes[kind]),
  );
  const isOn = (kind: TimelineKind) => withOne(kind).some((one) => kinds.includes(one));
  const toggle = (kind: TimelineKind) => {
    const others = kinds.filter((one) => !withOne(kind).includes(one));
    show(isOn(kind) ? others : [...others, ...withOne(kind)]);
  };
  return (
    <fieldset
      className={`${classes.kinds} ${basic.bare} ${basic.flex} ${basic.gap6} ${basic.touches} ${basic.strip}`}
      aria-label={t("动态类型")}
    >
      <button type="button" aria-pressed={kinds.length === 0} onClick={() => show([])}>
        {t("全部")}
      </button>
      {offered.map((kind) => (
        <button key={kind} type="button" aria-pressed={isOn(kind)} onClick={() => toggle(kind)}>
          {t(timelineKinds[kind])}
        </button>
      ))}
    </fieldset>
  );
}

const withOne = (kind: TimelineKind): readonly TimelineKind[] => (kind === "hold" ? ["hold", "quote"] : [kind]);
