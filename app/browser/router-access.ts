interface RouterAccess {
  toLogin: () => void;
  checkAccess: () => void;
}

let current: RouterAccess | undefined;

export function provideRouter(access: RouterAccess): () => void {
  current = access;
  return () => {
    if (current === access) current = undefined;
  };
}

export const routerAccess = (): RouterAccess | undefined => current;
