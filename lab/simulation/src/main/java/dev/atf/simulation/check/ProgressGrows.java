package dev.atf.simulation.check;

/** Rule that a handler's notes are not replaced by its earlier ones. */
public final class ProgressGrows implements Rule {
  @Override
  public String name() {
    return "progress does not go back";
  }

  @Override
  public void changed(ObservedChange change, Verdict verdict) {
    var before = Effect.inProgress(change.before());
    var after = Effect.inProgress(change.after());
    if (before.isPresent()
        && after.isPresent()
        && before.get().author().equals(after.get().author())
        && before.get().step() > after.get().step()) {
      verdict.broken(
          this,
          "%s of %s: step %d after %d"
              .formatted(
                  change.event(),
                  change.after().taskId(),
                  after.get().step(),
                  before.get().step()));
    }
  }
}
