export interface Named {
  id: number;
  estate_no: string;
  name: string;
}
