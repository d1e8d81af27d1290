package dev.atf.storeconsumer.lambda;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Subscriptions;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.store.DeletedLambda;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.awake.AwakeView;
import dev.atf.store.notice.SubscriptionRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registered lambdas, gates and subscriptions, as of the last read. If a read fails, the previous
 * values stay in effect, so that a pause remains in effect while the store is unavailable. Only
 * dropping ends soon, because it cannot be undone.
 *
 * <p>A lambda that is no longer found is kept for a while, because the list is eventually
 * consistent, and a task that was accepted just before the deletion must not be stranded (F21).
 * After that, a deleted lambda is kept for a day behind a gate that drops its tasks. A task that
 * appears in the index during that day becomes a dead letter with a reason (ADR 0043).
 */
@Singleton
public final class LambdaDirectory implements Step {
  private static final Logger log = LoggerFactory.getLogger(LambdaDirectory.class);

  /**
   * Time for which a missing lambda is kept. In this time, a frontend notices the deletion (1 s),
   * finishes a write in progress (30 s), and the index shows that write (5 s).
   */
  public static final Duration KEPT_FOR = Duration.ofMinutes(1);

  /**
   * Time between two reads of the list of deleted lambdas. It must be shorter than {@link
   * #KEPT_FOR}.
   */
  public static final Duration DELETED_EVERY = Duration.ofSeconds(30);

  /** Maximum delay of the reads of gates after which a gate still drops tasks. */
  public static final Duration DROPS_FOR = Duration.ofSeconds(30);

  /** Beginning of the reason of a deleted lambda's gate. */
  private static final String DELETED = "the lambda was deleted at ";

  /**
   * Settings of the reads.
   *
   * @param interval time between two reads, which is the maximum time until a new lambda or gate is
   *     noticed
   */
  public record Settings(Duration interval) {}

  private final LambdaRegistry registry;
  private final GateRegistry gateRegistry;
  private final SubscriptionRegistry subscriptionRegistry;
  private final Settings settings;
  private final MonotonicClock clock;
  private final InstantSource wallClock;
  private final AwakeView awake;
  private final Map<LambdaName, Long> missingSince = new HashMap<>();
  private List<DeletedLambda> deleted = List.of();
  private OptionalLong deletedReadAt = OptionalLong.empty();
  private volatile Set<LambdaName> shownDeleted = Set.of();
  private volatile Map<LambdaName, LambdaDefinition> lambdas = Map.of();
  private volatile Gates gates = Gates.NONE;
  private volatile long gatesReadAt;
  private volatile Subscriptions subscriptions = Subscriptions.NONE;
  private volatile Runnable whenGatesChange = () -> {};

  @Inject
  public LambdaDirectory(
      LambdaRegistry registry,
      GateRegistry gateRegistry,
      SubscriptionRegistry subscriptionRegistry,
      Settings settings,
      MonotonicClock clock,
      InstantSource wallClock,
      AwakeView awake) {
    this.registry = registry;
    this.gateRegistry = gateRegistry;
    this.subscriptionRegistry = subscriptionRegistry;
    this.settings = settings;
    this.clock = clock;
    this.wallClock = wallClock;
    this.awake = awake;
  }

  /** Sets the action for a change of gates. It wakes the loops that read tasks behind gates. */
  public void whenGatesChange(Runnable action) {
    whenGatesChange = action;
  }

  /**
   * Reads gates and subscriptions before the lambdas, so that the gates and subscriptions of each
   * known lambda are known, too.
   */
  @Override
  public Duration turn() {
    subscriptions = subscriptionRegistry.read();
    long readAt = clock.nanos();
    var setGates = gateRegistry.read();
    var read = new TreeMap<LambdaName, LambdaDefinition>();
    registry.list().forEach(lambda -> read.put(lambda.name(), lambda));
    var dropping = keepDeleted(read);
    var readGates = setGates.with(dropping);
    boolean changed = !readGates.equals(gates);
    if (changed) {
      gates = readGates;
    }
    gatesReadAt = readAt;
    keepMissing(read);
    if (!read.equals(lambdas)) {
      lambdas = read;
    }
    if (changed) {
      whenGatesChange.run();
    }
    return settings.interval();
  }

  /** Reads a lambda from the store. */
  public Optional<LambdaDefinition> stored(LambdaName name) {
    return registry.find(name);
  }

  /** Reads a known lambda from the store again, for final decisions. */
  public LambdaDefinition reread(LambdaDefinition known) {
    return registry.find(known.name()).orElse(known);
  }

  /**
   * Returns whether a gate may drop a task.
   *
   * @param gate gate, possibly of a deleted lambda
   * @return false if the deleted lambda was registered again in the meantime, or if the gate may
   *     have been opened since it was read
   */
  public boolean mayDrop(Gate gate) {
    // This uses only the gate, because the current definition of the lambda may be newer than the
    // decision.
    if (!gate.reason().startsWith(DELETED)) {
      return clock.since(gatesReadAt).compareTo(settings.interval().plus(DROPS_FOR)) <= 0;
    }
    boolean gone = registry.find(gate.lambda()).isEmpty();
    if (gone) {
      log.warn("lambda={} was deleted, and a task of it has shown up", gate.lambda());
    }
    return gone;
  }

  /**
   * Adds the deleted lambdas to the read ones.
   *
   * @return the gates that stop the tasks of deleted lambdas
   */
  private List<Gate> keepDeleted(Map<LambdaName, LambdaDefinition> read) {
    if (deletedReadAt.isEmpty()
        || clock.since(deletedReadAt.getAsLong()).compareTo(DELETED_EVERY) >= 0) {
      deleted = registry.deleted();
      deletedReadAt = OptionalLong.of(clock.nanos());
    }
    var now = wallClock.instant();
    var dropping = new ArrayList<Gate>();
    for (var one : deleted) {
      var lambda = one.lambda();
      if (one.isWatched(now) && read.putIfAbsent(lambda.name(), lambda) == null) {
        dropping.add(
            new Gate(
                lambda.name(), null, GateState.DROPPING, null, DELETED + one.at(), "", one.at()));
      }
    }
    shownDeleted = dropping.stream().map(Gate::lambda).collect(Collectors.toSet());
    return dropping;
  }

  private void keepMissing(Map<LambdaName, LambdaDefinition> read) {
    missingSince.keySet().removeAll(read.keySet());
    for (var known : lambdas.values()) {
      if (read.containsKey(known.name())) {
        continue;
      }
      long since = missingSince.computeIfAbsent(known.name(), name -> clock.nanos());
      if (clock.since(since).compareTo(KEPT_FOR) < 0) {
        read.put(known.name(), known);
      } else {
        missingSince.remove(known.name());
        log.info("lambda={} is not registered any more and is not polled", known.name());
      }
    }
  }

  /** Finds a lambda, including a deleted one that is still watched. */
  public Optional<LambdaDefinition> find(LambdaName name) {
    return Optional.ofNullable(lambdas.get(name));
  }

  /** Finds a lambda for which tasks may be created. */
  public Optional<LambdaDefinition> findRegistered(LambdaName name) {
    return find(name).filter(lambda -> !shownDeleted.contains(name));
  }

  /** Returns whether a lambda was deleted, and was not registered again in the meantime. */
  public boolean isDeleted(LambdaName name) {
    return shownDeleted.contains(name) && registry.find(name).isEmpty();
  }

  /** Returns all lambdas by name. It is the same object until one of them changes. */
  public Map<LambdaName, LambdaDefinition> view() {
    return lambdas;
  }

  /** Returns which lambdas have something to do soon. */
  public AwakeView awake() {
    return awake;
  }

  /** Returns all subscriptions. */
  public Subscriptions subscriptions() {
    return subscriptions;
  }

  /** Reads all subscriptions from the store. */
  public Subscriptions subscriptionsNow() {
    return subscriptionRegistry.read();
  }

  /** Returns the end of a task of this lambda, with the subscriptions that are notified of it. */
  public Ending ending(Instant now, LambdaDefinition lambda) {
    return Ending.at(now, lambda).with(subscriptions.of(lambda.name()));
  }

  /** Returns all gates. It is the same object until one of them is set. */
  public Gates gates() {
    return gates;
  }
}
