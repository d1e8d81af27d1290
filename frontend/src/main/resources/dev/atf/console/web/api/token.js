// The caller's token. It is stored only for this tab, and is gone when the tab closes.

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
