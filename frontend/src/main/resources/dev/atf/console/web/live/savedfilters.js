// Filters that this browser remembers: {name: address}.

const KEY = "atf.filters";

export const savedFilters = {
  all() {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      // Storage is refused, or holds something else.
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
