/** What an address of the role screen asks for: every role, one of them, the menu. Read alike by the screen and by whoever begins its requests. */
export function roleAt(search: URLSearchParams) {
  const id = /^[1-9]\d{0,14}$/.test(search.get("id") ?? "") ? Number(search.get("id")) : undefined;
  return {
    query: { page: 1, page_size: 100, sort: "id" } as const,
    id,
    isMenu: id === undefined && search.get("view") === "menu",
  };
}
