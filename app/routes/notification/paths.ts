export const listPath = "/notification/information-list";
export const formPath = (id?: number) => `${listPath}/information-edit${id ? `?id=${id}` : ""}`;
export const receiptsPath = (id: number) => `${listPath}?receipts=${id}`;
