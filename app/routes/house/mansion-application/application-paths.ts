export const listPath = "/house/mansion";
export const confirmPath = (id: number) => `${listPath}/mansion-confirm?id=${id}`;
