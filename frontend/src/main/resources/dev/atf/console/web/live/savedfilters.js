// Filters that this browser stores, as {name: address}.

const KEY = "atf.filters";

export const savedFilters = {
  all() {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      // The browser refuses storage, or the stored value is not valid JSON.
      return {};
    }
  },
  save(name, address) {
    put({ ...this.all(), [name]: address });
  },
  forget(name) {
    const { [name]: gone, ...rest } = this.all();
    put(rest);
  },
};

const put = (filters) => localStorage.setItem(KEY, JSON.stringify(filters));
