package dev.atf.simulation.model;

/** How much of what could go on for ever is still to come. */
record Budget(int wishes, int returns, int gates, int refusals) {
  Budget lessWish() {
    return new Budget(wishes - 1, returns, gates, refusals);
  }

  Budget lessReturn() {
    return new Budget(wishes, returns - 1, gates, refusals);
  }

  Budget lessGate() {
    return new Budget(wishes, returns, gates - 1, refusals);
  }

  Budget lessRefusal() {
    return new Budget(wishes, returns, gates, refusals - 1);
  }
}
