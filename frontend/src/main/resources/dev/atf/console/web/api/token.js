// The caller's token: of this tab alone, and gone with it.

const KEY = "atf.token";

export const token = {
  get() {
    return sessionStorage.getItem(KEY) ?? "";
  },
  set(value) {
    sessionStorage.setItem(KEY, value.trim().replace(/^bearer\s+/i, ""));
  },
  forget() {
    sessionStorage.removeItem(KEY);
  },
};
