import { ActionIcon, Loader, TextInput, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ComponentType, useCallback, useState } from "react";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { keyText, useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import classes from "./header-search.module.css";

const Dialog = lazyPart(() => import("~/app/blocks/feedback/dialog"), "Dialog");
const load = () => import("./search/search-panel").then(({ SearchPanel }) => SearchPanel);

export function HeaderSearch({ isPhone = false }: { isPhone?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<{ begin: string; onClose: () => void }>>();
  const [typed, setTyped] = useState("");
  /** A word in an input method must not lose its field. */
  const [isComposing, setComposing] = useState(false);
  const close = useCallback(() => {
    setIsOpen(false);
    setTyped("");
  }, []);
  const open = useCallback(() => {
    setIsOpen(true);
    // Not by `lazy`, whose failure would replace the page and lose what is typed there.
    load().then(
      (loaded) => setPanel(() => loaded),
      () => {
        setIsOpen(false);
        toast.error(t("页面资源加载失败，请检查网络后重试。"));
      },
    );
  }, []);
  useShortcuts("frame", () => [{ key: "mod+K", label: t("搜索页面、记录和操作"), run: open }]);

  const approach = () => void load().catch(() => undefined);
  const common = { onClick: open, onMouseEnter: approach, onFocus: approach, "aria-haspopup": "dialog" } as const;
  return (
    <>
      {isPhone ? (
        <ActionIcon variant="subtle" color="gray" size={36} className={basic.dim} aria-label={t("搜索")} {...common}>
          <IconSearch size={20} stroke={1.6} />
        </ActionIcon>
      ) : (
        <UnstyledButton className={`${classes.field} ${basic.row}`} aria-keyshortcuts="Control+K Meta+K" {...common}>
          <IconSearch size={16} stroke={1.6} aria-hidden />
          <span className={`${classes.word} ${basic.grow}`}>{t("搜索")}</span>
          <kbd className={`${classes.keys} ${basic.size12} ${basic.sunken}`} aria-hidden>
            {keyText("mod+K")}
          </kbd>
        </UnstyledButton>
      )}
      {isOpen ? (
        <Dialog onClose={close} title={t("搜索")} size="lg" fullScreen={isPhone} centered={false} yOffset="12vh">
          {Panel && !isComposing ? (
            <Panel begin={typed} onClose={close} />
          ) : (
            <EarlyField value={typed} onChange={setTyped} onCompose={setComposing} />
          )}
        </Dialog>
      ) : null}
    </>
  );
}

interface EarlyFieldProps {
  value: string;
  onChange: (text: string) => void;
  onCompose: (isComposing: boolean) => void;
}

/** The field while the search is loading: what is typed meanwhile is not lost. */
const EarlyField = ({ value, onChange, onCompose }: EarlyFieldProps) => (
  <TextInput
    data-autofocus
    size="md"
    aria-label={t("搜索")}
    autoComplete="off"
    maxLength={50}
    placeholder={t("输入关键词")}
    leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
    rightSection={<Loader role="progressbar" size={16} aria-label={t("加载中")} />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    onCompositionStart={() => onCompose(true)}
    onCompositionEnd={() => onCompose(false)}
  />
);
