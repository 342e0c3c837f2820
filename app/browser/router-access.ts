interface RouterAccess {
  /** Goes to the sign-in page in place of the present one. */
  toLogin: () => void;
  /** Runs the access rule again, unless it is running already. */
  checkAccess: () => void;
}

let current: RouterAccess | undefined;

/** Gives code outside React access to the router; the returned function removes it again. */
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
