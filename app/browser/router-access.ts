interface RouterAccess {
  /** Goes to the sign-in page in place of the present one. */
  toLogin: () => void;
  /** Lets the access rule look again, unless it is being asked already. */
  checkAccess: () => void;
}

let current: RouterAccess | undefined;

/** Gives code outside React a way to the router; the returned function takes it away again. */
export function provideRouter(access: RouterAccess): () => void {
  current = access;
  return () => {
    if (current === access) current = undefined;
  };
}

/** The router, once the application stands; before that a thrown redirect is the only way. */
export function routerAccess(): RouterAccess | undefined {
  return current;
}
