export const listPath = "/house/estate-list";
export const detailPath = (id?: number) => `${listPath}/estate-detail${id === undefined ? "" : `?id=${id}`}`;
export const editPath = (id: number, tab = "basics") => `${detailPath(id)}&edit=${tab}`;
export const quotePath = (id: number, unitId: number, customerId?: number) =>
  `${detailPath(id)}&quote=${unitId}${customerId === undefined ? "" : `&customer=${customerId}`}`;
