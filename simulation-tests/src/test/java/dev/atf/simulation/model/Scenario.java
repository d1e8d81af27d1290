package dev.atf.simulation.model;

import dev.atf.model.Association;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.model.plan.Origin;
import dev.atf.model.plan.PlanId;
import dev.atf.model.plan.PlanKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What may happen beside crashes, losses, repetitions and delays, which may in all of them. Few
 * things at a time keep the search small.
 *
 * @param lease an executor's own, in ticks
 * @param deadline of the task, a tick
 * @param clientCalls what clients may ask for
 * @param clientCallsMax how often
 * @param returnsMax how often work is given back unstarted
 * @param gates what may be closed; once
 * @param notesMax heartbeats of one claim that bring notes
 * @param besides what is different from the simplest case
 * @param aheadMax by how many ticks a store consumer's clock may be fast
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
  /** What may be different. */
  enum Beside {
    /** The queue may refuse one push. */
    REFUSALS,
    /** Executors of another lambda show this task's names. */
    STRANGERS,
    /** It waits for the turn of its ordering key first. */
    TURNS,
    /** A success may bring children. */
    CHILDREN,
    /** What has ended stands in no list. */
    UNLISTED
  }

  /** What a client may ask for. */
  enum ClientCall {
    CANCEL,
    RESCHEDULE,
    RUN_NOW,
    REDRIVE
  }

  /** What a closed gate may do. */
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

  /** Lists all that has ended, so that a finished task has a time in the index as others have. */
  private static final LambdaDefinition LISTED = lambda("ours", History.ALL);

  private static final LambdaDefinition UNLISTED = lambda("ours", History.NONE);

  static final CollectionName COLLECTION = new CollectionName("some");
  static final ExecutorId EXECUTOR = new ExecutorId("executor");

  private static final Origin KEY =
      new Origin(PlanKind.ORDER, new PlanId("0".repeat(32)), "key", TASK);

  /** Nothing but the faults. */
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

  Scenario returning() {
    return with(1, notesMax, aheadMax);
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
            has(Beside.TURNS) ? KEY : null);
    var budget =
        new Budget(
            clientCallsMax, returnsMax, gates.isEmpty() ? 0 : 1, has(Beside.REFUSALS) ? 1 : 0);
    return State.of(
        has(Beside.TURNS) ? Association.waiting(header) : Association.scheduled(header), budget);
  }

  private static LambdaDefinition lambda(String name, History kept) {
    var defaults = LambdaDefinition.withDefaults(new LambdaName(name), Instant.EPOCH);
    return new LambdaDefinition(
        defaults.name(),
        "",
        "",
        List.of(new Priority("normal")),
        new Priority("normal"),
        new RetryPolicy(ATTEMPTS_MAX, Duration.ofMillis(1), Duration.ofMillis(1), 1),
        null,
        1,
        0,
        0,
        0,
        defaults.payloadBytesMax(),
        defaults.retention(),
        defaults.maxLifetime(),
        kept,
        defaults.dispatch(),
        defaults.updatedAt(),
        null);
  }
}
