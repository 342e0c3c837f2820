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

/** The router, once the application runs; before that, a thrown redirect is the only way. */
export function routerAccess(): RouterAccess | undefined {
  return current;
}
