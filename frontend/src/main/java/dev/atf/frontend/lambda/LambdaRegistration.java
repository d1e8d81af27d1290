package dev.atf.frontend.lambda;

import dev.atf.access.AccessControl;
import dev.atf.access.TenantQuota;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.DeletedLambda;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.route.RouteRegistry;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates or replaces the settings of a lambda, and opens a closed lambda. Idempotent. */
final class LambdaRegistration {
  private static final Logger log = LoggerFactory.getLogger(LambdaRegistration.class);

  /**
   * Maximum number of tries against concurrent changes. People change settings, and rarely two at
   * the same time.
   */
  private static final int TRIES_MAX = 4;

  /**
   * Maximum number of tries of a registration while the queues do not answer. Four time-outs of a
   * call to SQS (5 s by default) are shorter than a request may last (30 s).
   */
  private static final int QUEUE_TRIES_MAX = 4;

  private final LambdaRegistry registry;
  private final LambdaCache cache;
  private final PendingTasks pending;
  private final RouteRegistry routes;
  private final GateRegistry gates;
  private final QueueAdmin queues;
  private final FrontendConfig config;
  private final AccessControl access;

  @Inject
  LambdaRegistration(
      LambdaRegistry registry,
      LambdaCache cache,
      PendingTasks pending,
      RouteRegistry routes,
      GateRegistry gates,
      QueueAdmin queues,
      FrontendConfig config,
      AccessControl access) {
    this.registry = registry;
    this.cache = cache;
    this.pending = pending;
    this.routes = routes;
    this.gates = gates;
    this.queues = queues;
    this.config = config;
    this.access = access;
  }

  /**
   * Registers a lambda, or replaces its definition.
   *
   * @return the definition in effect; the previous one if nothing changes
   * @throws dev.atf.model.check.InvalidFieldException if a route already has the name
   * @throws StatusRuntimeException SHARDS_LOWERED, PRIORITY_REMOVED, TENANT_FULL, LAMBDAS_TOO_MANY,
   *     QUEUE_MISSING, CHANGED_MEANWHILE
   * @throws QueueUnavailableException if the queues could not be created or checked within all
   *     tries or until the call ended; the lambda is unchanged
   */
  LambdaDefinition register(LambdaDefinition asked) {
    return register(asked, true);
  }

  /**
   * Registers a lambda unless it is already registered, and ensures that its queues exist. A
   * definition that cannot be read is not replaced. If a route has the name, the lambda is not
   * registered: the process must start, because its frontend is needed to delete the route.
   */
  void registerIfAbsent(LambdaDefinition asked) {
    if (registry.isUnreadable(asked)) {
      log.error(
          "lambda={} has a definition that cannot be read, and does not run: register it again",
          asked.name());
      return;
    }
    if (routes.find(asked.name()).isPresent()) {
      log.error(
          "lambda={} is not registered and gets no tasks, because a route has its name: delete the"
              + " route (atf route delete {}), then restart this process",
          asked.name(),
          asked.name());
      return;
    }
    var unused = register(asked, false);
  }

  /** Ensures that the queues of all lambdas exist. */
  void ensureQueues() {
    registry.list().forEach(this::ensureQueues);
  }

  /**
   * Registers a lambda.
   *
   * @param replaces whether the definition replaces another one; if false, an existing definition
   *     stays in effect
   */
  private LambdaDefinition register(LambdaDefinition asked, boolean replaces) {
    requireNoRoute(asked.name());
    // This precedes the write to the registry. Gates that were set while the lambda did not exist
    // belong to a deleted lambda; gates that are set later belong to a lambda that others register
    // at the same time.
    var gatesBefore = gates.read().of(asked.name());
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      var present = registry.find(asked.name());
      if (present.isPresent() && !replaces) {
        ensureQueues(present.get());
        return present.get();
      }
      var wanted = stillFair(asked, present);
      present.ifPresentOrElse(
          before -> refuseWhatWouldStrandTasks(before, wanted),
          () -> {
            requireRoom(wanted.name());
            refuseToStrandWhatShowedUp(wanted);
          });
      ensureQueues(wanted);
      if (present.isPresent() && sameSettings(present.get(), wanted)) {
        return present.get();
      }
      if (present.isEmpty()) {
        gatesBefore.forEach(gates::delete);
      }
      if (registry.put(wanted, present)) {
        if (present.isEmpty()) {
          undoIfRouted(wanted);
        }
        cache.forget(wanted.name());
        log.info("lambda={} registered, priorities={}", wanted.name(), wanted.priorities());
        return wanted;
      }
    }
    throw RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE,
        "lambda %s is being changed by others; try again".formatted(asked.name()));
  }

  /** Removes a new lambda again if a route of the same name was put at the same time. */
  private void undoIfRouted(LambdaDefinition created) {
    if (routes.find(created.name()).isPresent()) {
      boolean unused = registry.delete(created, created.updatedAt());
    }
    requireNoRoute(created.name());
  }

  private void requireNoRoute(LambdaName name) {
    if (routes.find(name).isPresent()) {
      throw new InvalidFieldException("name", name, "a name that no route has");
    }
  }

  /** Keeps the fairness groups of a lambda that has them, because their lists may contain tasks. */
  private static LambdaDefinition stillFair(
      LambdaDefinition asked, Optional<LambdaDefinition> present) {
    return asked.fairness() == null && present.filter(was -> was.fairness() != null).isPresent()
        ? asked.withFairness(Fairness.EQUAL)
        : asked;
  }

  /**
   * Refuses a lambda beyond the limit. Simultaneous registrations may each get the last free place.
   */
  private void requireRoom(LambdaName name) {
    var all = registry.list();
    if (all.size() >= config.lambdasMax()) {
      throw RpcErrors.of(
          ErrorReason.LAMBDAS_TOO_MANY,
          "%d lambdas are registered (expected: fewer than %d, the server's lambdasMax)"
              .formatted(all.size(), config.lambdasMax()));
    }
    access.requirePlace(
        name.value(),
        "lambdas",
        all.stream().map(lambda -> lambda.name().value()).toList(),
        config.lambdasMax(),
        TenantQuota::lambdasMax);
  }

  /**
   * Creates the queues of a lambda. Retries while they do not answer, because creating a queue
   * again changes nothing. The queue client pauses between its tries, so there is no pause here.
   */
  private void ensureQueues(LambdaDefinition lambda) {
    var end = CallEnd.current();
    for (int tried = 1; ; tried++) {
      try {
        ensureQueuesOnce(lambda);
        return;
      } catch (QueueUnavailableException e) {
        if (tried == QUEUE_TRIES_MAX || end.isOver()) {
          throw e;
        }
        log.warn(
            "lambda={} the queues do not answer, asking again: {}", lambda.name(), e.getMessage());
      }
    }
  }

  private void ensureQueuesOnce(LambdaDefinition lambda) {
    for (var priority : lambda.priorities()) {
      var queue = new QueueName(lambda.name(), priority);
      if (config.createQueues()) {
        queues.ensure(queue);
      } else if (!queues.exists(queue)) {
        throw RpcErrors.of(
            ErrorReason.QUEUE_MISSING,
            "priorities: the queue of %s does not exist (expected: queues that were deployed before"
                    .formatted(priority)
                + " a lambda is registered, because this frontend has createQueues: false)");
      }
    }
  }

  private void refuseWhatWouldStrandTasks(LambdaDefinition before, LambdaDefinition wanted) {
    if (wanted.shards() < before.shards()) {
      throw RpcErrors.of(
          ErrorReason.SHARDS_LOWERED,
          "shards: %d (expected: at least %d; the shards that would be removed may contain tasks)"
              .formatted(wanted.shards(), before.shards()));
    }
    for (var priority : before.priorities()) {
      if (!wanted.priorities().contains(priority) && pending.any(before, priority)) {
        throw RpcErrors.of(
            ErrorReason.PRIORITY_REMOVED,
            "priorities: %s is missing (expected: no unfinished tasks of a removed priority)"
                .formatted(priority));
      }
    }
  }

  /** Refuses the name of a deleted lambda if the index has shown tasks of it after the deletion. */
  private void refuseToStrandWhatShowedUp(LambdaDefinition wanted) {
    registry.deleted().stream()
        .map(DeletedLambda::lambda)
        .filter(deleted -> deleted.name().equals(wanted.name()))
        .filter(pending::any)
        .forEach(deleted -> refuseWhatWouldStrandTasks(deleted, wanted));
  }

  private static boolean sameSettings(LambdaDefinition a, LambdaDefinition b) {
    return a.withUpdatedAt(Instant.EPOCH).equals(b.withUpdatedAt(Instant.EPOCH));
  }
}
