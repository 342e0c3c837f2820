export const listPath = "/house/mansion-management";
export const editPath = (id?: number) => `${listPath}/mansion-management-edit${id === undefined ? "" : `?id=${id}`}`;
