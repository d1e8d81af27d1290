package dev.atf.frontend;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.Ending;
import dev.atf.model.ExecutorId;
import dev.atf.model.Outcome;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.Transition;
import dev.atf.model.Transitions;
import dev.atf.store.TransitionResult;
import java.time.temporal.ChronoUnit;

/** What the other services do to a task while a frontend looks on. */
final class Running {
  private Running() {}

  static Attempt claim(TestFrontend frontend, String taskId) {
    var id = new TaskId(taskId);
    var now = frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    apply(frontend, Transitions.release(id, 0, now.plusSeconds(30)));
    var attempt = new Attempt(new TaskRef(id, 1), new ClaimId("0123456789abcdef"));
    apply(
        frontend,
        Transitions.claimAndMoveAlarm(
            attempt,
            frontend.association(taskId).header().lambda(),
            new ExecutorId("host:1"),
            now,
            now.plusSeconds(30)));
    return attempt;
  }

  static void finish(TestFrontend frontend, String taskId) {
    end(frontend, taskId, Outcome.success("d", Payload.EMPTY));
  }

  static void fail(TestFrontend frontend, String taskId, dev.atf.model.Failure failure) {
    var attempt = claim(frontend, taskId);
    var header = frontend.association(taskId).header();
    var lambda = frontend.lambdas.find(header.lambda()).orElseThrow();
    var now = frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    apply(
        frontend,
        Transitions.failFatally(
            attempt, header.lambda(), 1, Outcome.failure("d", failure), Ending.at(now, lambda)));
  }

  private static void end(TestFrontend frontend, String taskId, Outcome outcome) {
    var attempt = claim(frontend, taskId);
    var header = frontend.association(taskId).header();
    var lambda = frontend.lambdas.find(header.lambda()).orElseThrow();
    var now = frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    apply(frontend, Transitions.succeed(attempt, header.lambda(), outcome, Ending.at(now, lambda)));
  }

  private static void apply(TestFrontend frontend, Transition transition) {
    if (!(frontend.store.apply(transition) instanceof TransitionResult.Applied)) {
      throw new AssertionError(transition.toString());
    }
  }
}
