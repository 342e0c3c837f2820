import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { ControlProps } from "~/app/blocks/form/field/choice-field";
import type { Field } from "~/app/blocks/form/field/schema-fields";
import type { Endpoint } from "~/contract/endpoint";
import type { ColumnChoice } from "~/contract/personal/user";
import type { Media, UploadScene } from "~/contract/shared/upload";

export type KnownMedia = Pick<Media, "id" | "name" | "url"> & Partial<Pick<Media, "mime">>;

export type MediaChoice = KnownMedia & { thumb: string };

export interface MediaControlProps {
  media: {
    scene: UploadScene;
    known?: readonly KnownMedia[];
    choices?: readonly MediaChoice[];
    mayWait?: boolean;
    /** Only files that are sent now, none of the media library. */
    isNew?: boolean;
  };
  label: string;
  isRequired?: boolean;
  error?: ReactNode;
  max?: number;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** One cell of a list of rows, drawn like a field. */
export interface Cell {
  id: string;
  field: Field;
  value: unknown;
  error: string | undefined;
  onChange: (name: string, value: unknown) => void;
}

export interface RowsControlProps extends ControlProps {
  value: readonly unknown[];
  /** Draws a cell: the form's own controls, by the contract. */
  draw: (cell: Cell) => ReactNode;
}

/** One of the two numbers of a place. */
export interface Degrees {
  id: string;
  field: Field;
  value: unknown;
  error: ReactNode;
}

export interface PositionControlProps {
  lat: Degrees;
  lng: Degrees;
  onChange: (name: string, value: unknown) => void;
  onBlur: (name: string) => void;
}

export interface SaveViewProps {
  /** The list's name. */
  list: string;
  endpoint: Endpoint;
  columns: ColumnChoice;
}

export interface SavedViewsProps extends SaveViewProps {
  onColumns: (columns: ColumnChoice | null) => void;
}

export interface ExportDialogProps {
  call: Endpoint;
  query: Record<string, unknown>;
  onClose: () => void;
}

export interface ContactCheckProps {
  endpoint: Endpoint;
  keyword: string;
}

export interface Slots {
  Media: ComponentType<MediaControlProps>;
  Month: ComponentType<ControlProps & { value: string }>;
  Tags: ComponentType<ControlProps & { value: readonly string[] }>;
  Rich: ComponentType<ControlProps & { value: string }>;
  Rows: ComponentType<RowsControlProps>;
  Stations: ComponentType<RowsControlProps>;
  Position: ComponentType<PositionControlProps>;
  SavedViews: ComponentType<SavedViewsProps>;
  SaveView: ComponentType<SaveViewProps>;
  /** 导出: the current filter's rows as a file, after the reason; with progress, and a way to stop it. */
  ExportDialog: ComponentType<ExportDialogProps>;
  /** Further options if a keyword finds nothing. */
  ContactCheck: ComponentType<ContactCheckProps>;
}

const Context = createContext<Slots | undefined>(undefined);

export const SlotProvider = Context.Provider;

export function useSlots(): Slots {
  const plugins = useContext(Context);
  if (!plugins) throw new Error("no PluginProvider");
  return plugins;
}
