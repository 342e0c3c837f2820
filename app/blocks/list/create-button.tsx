import { Button } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";
import { Link } from "../link";
import { shortcutProps, useShortcuts } from "../shortcuts/shortcuts";

type CreateButtonProps = { label?: string } & ({ to: string } | { onClick: () => void });

const key = "N";

export function CreateButton({ label = t("新增"), ...act }: CreateButtonProps) {
  const navigate = useNavigate();
  useShortcuts("list", () => [{ key, label, run: () => ("to" in act ? navigate(act.to) : act.onClick()) }]);
  const look = { leftSection: <IconPlus size={16} aria-hidden />, ...shortcutProps(label, key) };
  return "to" in act ? (
    <Button component={Link} to={act.to} {...look}>
      {label}
    </Button>
  ) : (
    <Button onClick={act.onClick} {...look}>
      {label}
    </Button>
  );
}
