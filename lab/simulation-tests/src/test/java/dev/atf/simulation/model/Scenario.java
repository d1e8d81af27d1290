package dev.atf.simulation.model;

import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Events that are possible besides crashes, losses, repetitions and delays, which are possible in
 * all scenarios. Few at a time keep the search small.
 *
 * @param lease length of an executor's lease, in ticks
 * @param deadline tick of the task's deadline
 * @param clientCalls kinds of calls that clients may make
 * @param clientCallsMax number of client calls
 * @param returnsMax number of times that work is returned unstarted, or is blocked
 * @param gates effects of a gate that may be closed once
 * @param notesMax heartbeats of one claim that bring notes
 * @param besides differences from the simplest case
 * @param aheadMax ticks by which a store consumer's clock may be fast
 */
record Scenario(
    String name,
    int lease,
    int deadline,
    Set<ClientCall> clientCalls,
    int clientCallsMax,
    int returnsMax,
    Set<Gating> gates,
    int notesMax,
    Set<Beside> besides,
    int aheadMax) {
  /** Difference from the simplest case. */
  enum Beside {
    /** The queue may refuse one push. */
    REFUSALS,
    /** Executors of another lambda send this task's ids. */
    STRANGERS,
    /** The task first waits for the turn of its ordering key. */
    TURNS,
    /** A success may bring children. */
    CHILDREN,
    /** An attempt, or the whole lambda, may be blocked on a condition, which may clear any time. */
    CONDITIONS,
    /** Finished tasks are in no list of the index. */
    UNLISTED
  }

  /** Call that a client may make. */
  enum ClientCall {
    CANCEL,
    KILL,
    RESCHEDULE,
    RUN_NOW,
    REDRIVE
  }

  /** Effect of a closed gate. */
  enum Gating {
    PAUSE_LAMBDA,
    PAUSE_COLLECTION,
    DROP
  }

  static final int DUE = 0;
  static final Duration ENQUEUE_TIMEOUT = Duration.ofMillis(1);
  static final int ATTEMPTS_MAX = 2;

  static final TaskId TASK = new TaskId("0".repeat(32));
  static final LambdaDefinition STRANGE = lambda("another", History.ALL);

  /** Lists all finished tasks, so that they have a time in the index as others have. */
  private static final LambdaDefinition LISTED = lambda("ours", History.ALL);

  private static final LambdaDefinition UNLISTED = lambda("ours", History.NONE);

  static final CollectionName COLLECTION = new CollectionName("some");
  static final ExecutorId EXECUTOR = new ExecutorId("executor");

  private static final Origin KEY = PlanKind.ORDER.origin(new PlanId("0".repeat(32)), "key", TASK);

  /** Returns a scenario with faults alone. */
  static Scenario named(String name) {
    return new Scenario(name, 1, 3, Set.of(), 0, 0, Set.of(), 0, Set.of(), 0);
  }

  Scenario lasting(int newLease, int newDeadline) {
    return new Scenario(
        name,
        newLease,
        newDeadline,
        clientCalls,
        clientCallsMax,
        returnsMax,
        gates,
        notesMax,
        besides,
        aheadMax);
  }

  Scenario calling(int max, ClientCall... allowed) {
    return new Scenario(
        name,
        lease,
        deadline,
        Set.of(allowed),
        max,
        returnsMax,
        gates,
        notesMax,
        besides,
        aheadMax);
  }

  private Scenario with(int returns, int notes, int ahead) {
    return new Scenario(
        name, lease, deadline, clientCalls, clientCallsMax, returns, gates, notes, besides, ahead);
  }

  Scenario returning(int max) {
    return with(max, notesMax, aheadMax);
  }

  Scenario noting() {
    return with(returnsMax, 2, aheadMax);
  }

  Scenario ahead() {
    return with(returnsMax, notesMax, 1);
  }

  Scenario gated(Gating... allowed) {
    return new Scenario(
        name,
        lease,
        deadline,
        clientCalls,
        clientCallsMax,
        returnsMax,
        Set.of(allowed),
        notesMax,
        besides,
        aheadMax);
  }

  Scenario with(Beside... different) {
    return new Scenario(
        name,
        lease,
        deadline,
        clientCalls,
        clientCallsMax,
        returnsMax,
        gates,
        notesMax,
        Set.of(different),
        aheadMax);
  }

  boolean has(Beside beside) {
    return besides.contains(beside);
  }

  LambdaDefinition lambda() {
    return has(Beside.UNLISTED) ? UNLISTED : LISTED;
  }

  State start() {
    @Nullable CollectionName collection = gates.isEmpty() ? null : COLLECTION;
    var header =
        new TaskHeader(
            TASK,
            lambda().name(),
            lambda().defaultPriority(),
            collection,
            0,
            Ticks.at(0),
            Ticks.at(DUE),
            Ticks.at(deadline),
            null,
            has(Beside.TURNS) ? KEY : null,
            null,
            null,
            null,
            null);
    var budget =
        new Budget(
            clientCallsMax, returnsMax, gates.isEmpty() ? 0 : 1, has(Beside.REFUSALS) ? 1 : 0);
    return State.of(
        has(Beside.TURNS) ? Association.waiting(header) : Association.scheduled(header), budget);
  }

  private static LambdaDefinition lambda(String name, History kept) {
    var normal = new Priority("normal");
    var retry =
        new RetryPolicy(
            ATTEMPTS_MAX, Duration.ofMillis(1), Duration.ofMillis(1), 1, RetryBudget.DEFAULT);
    return LambdaDefinition.withDefaults(new LambdaName(name), Instant.EPOCH)
        .with(it -> it.priorities(List.of(normal)).retry(retry).history(kept));
  }
}
