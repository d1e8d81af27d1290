package dev.atf.simulation.model;

/** Remaining numbers of the actions that could otherwise be repeated for ever. */
record Budget(int clientCalls, int returns, int gates, int refusals) {
  Budget lessWish() {
    return new Budget(clientCalls - 1, returns, gates, refusals);
  }

  Budget lessReturn() {
    return new Budget(clientCalls, returns - 1, gates, refusals);
  }

  Budget lessGate() {
    return new Budget(clientCalls, returns, gates - 1, refusals);
  }

  Budget lessRefusal() {
    return new Budget(clientCalls, returns, gates, refusals - 1);
  }
}
