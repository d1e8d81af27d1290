package dev.atf.frontend.notice;

import dev.atf.access.AccessControl;
import dev.atf.access.Tenancy;
import dev.atf.access.TenantQuota;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.Subscriptions;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.NoticeTarget;
import dev.atf.store.TaskEntities;
import dev.atf.store.notice.SubscriptionRegistry;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates, replaces, reads and deletes subscriptions. */
final class SubscriptionSetting {
  private static final Logger log = LoggerFactory.getLogger(SubscriptionSetting.class);

  private final SubscriptionRegistry registry;
  private final SubscriptionView view;
  private final LambdaCache lambdas;
  private final TaskEntities entities;
  private final AccessControl access;
  private final RandomGenerator random;

  @Inject
  SubscriptionSetting(
      SubscriptionRegistry registry,
      SubscriptionView view,
      LambdaCache lambdas,
      TaskEntities entities,
      AccessControl access,
      RandomGenerator random) {
    this.registry = registry;
    this.view = view;
    this.lambdas = lambdas;
    this.entities = entities;
    this.access = access;
    this.random = random;
  }

  /**
   * Subscription with the common part of its notices' payloads.
   *
   * @param contents common part of the payloads; empty if it is no longer stored
   */
  record Found(Subscription subscription, Optional<Payload> contents) {}

  /**
   * Puts a subscription: first its contents, then its row. An equal stored subscription is not
   * written again.
   *
   * @throws StatusRuntimeException FIELD_INVALID, ACTION_NOT_ALLOWED, TENANT_FULL,
   *     CHANGED_MEANWHILE
   */
  Found put(dev.atf.protocol.v1.Subscription request, Instant now) {
    var violations = new Violations();
    var all = registry.read();
    var before = all.find(request.getName());
    var found = before.filter(this::mayChange).map(this::found);
    var statuses = TargetValidation.statuses("statuses", request.getStatusesList(), violations);
    var collection = ScheduleRules.collection(request.getCollection(), violations);
    var target =
        new TargetValidation("to.", lambdas::findOpen, violations)
            .read(withKeptHeaders(request.getTo(), found));
    var id = TaskId.random(random);
    var wanted =
        target.flatMap(
            to ->
                violations.read(
                    () ->
                        new Subscription(
                            request.getName(),
                            request.getLambda(),
                            collection,
                            statuses,
                            to.at(id),
                            now)));
    wanted.ifPresent(one -> requireOwnTenant(one, violations));
    violations.refuse();
    var subscription = wanted.orElseThrow();
    requireReadable(subscription);
    before.filter(known -> !mayChange(known)).ifPresent(known -> refuseTaken(known, violations));
    violations.refuse();
    if (before.isEmpty()) {
      access.requirePlace(
          subscription.source(),
          "subscriptions",
          all.all().stream().map(Subscription::source).toList(),
          Subscriptions.COUNT_MAX,
          TenantQuota::subscriptionsMax);
    }
    requireFits(subscription, all, violations);
    violations.refuse();
    var to = target.orElseThrow();
    if (found.filter(known -> isAs(known, subscription, to.contents())).isPresent()) {
      return found.get();
    }
    entities
        .putIfAbsent(to.entity(id, now, TaskEntity.NEVER))
        .ifPresent(
            other -> {
              throw changed(subscription.name());
            });
    if (!registry.put(subscription, before)) {
      throw changed(subscription.name());
    }
    view.forget();
    before.ifPresent(known -> expire(known, now));
    log.info(
        "subscription={} lambda={} to={}",
        subscription.name(),
        subscription.source(),
        to.lambda().name());
    return new Found(subscription, Optional.of(to.contents()));
  }

  /**
   * Returns a subscription.
   *
   * @throws StatusRuntimeException SUBSCRIPTION_NOT_FOUND, also if the caller may not read its
   *     lambdas
   */
  Found get(String name) {
    return found(require(name));
  }

  /** Returns the subscriptions to lambdas that the caller may read. */
  List<Subscription> list() {
    return registry.read().all().stream().filter(this::isReadable).toList();
  }

  /**
   * Deletes a subscription.
   *
   * @throws StatusRuntimeException SUBSCRIPTION_NOT_FOUND, ACTION_NOT_ALLOWED, CHANGED_MEANWHILE
   */
  void delete(String name, Instant now) {
    var known = require(name);
    if (!mayChange(known)) {
      throw RpcErrors.of(
          ErrorReason.ACTION_NOT_ALLOWED,
          "deleting subscription %s needs the right to schedule lambda %s"
              .formatted(name, known.target().lambda()));
    }
    if (!registry.delete(known)) {
      throw changed(name);
    }
    view.forget();
    expire(known, now);
    log.info("subscription={} deleted", name);
  }

  private Subscription require(String name) {
    return registry
        .read()
        .find(Subscription.requireName(name))
        .filter(this::isReadable)
        .orElseThrow(
            () ->
                RpcErrors.of(
                    ErrorReason.SUBSCRIPTION_NOT_FOUND,
                    "no subscription is called %s".formatted(name)));
  }

  private Found found(Subscription known) {
    return new Found(
        known, entities.findEntity(known.target().contents()).map(TaskEntity::payload));
  }

  private static NoticeTarget withKeptHeaders(NoticeTarget asked, Optional<Found> known) {
    return known
        .flatMap(Found::contents)
        .flatMap(Webhook::of)
        .map(webhook -> webhook.revealIn(asked))
        .orElse(asked);
  }

  /** Returns whether a put would change nothing. */
  private static boolean isAs(Found known, Subscription wanted, Payload contents) {
    var before = known.subscription();
    return before.equals(
            new Subscription(
                wanted.name(),
                wanted.source(),
                wanted.collection(),
                wanted.statuses(),
                wanted.target().at(before.target().contents()),
                before.updatedAt()))
        && known.contents().filter(contents::equals).isPresent();
  }

  private void requireReadable(Subscription wanted) {
    if (!isReadable(wanted)) {
      throw RpcErrors.of(
          ErrorReason.ACTION_NOT_ALLOWED,
          "a subscription about %s needs the right to read %s"
              .formatted(wanted.source(), wanted.source().endsWith("*") ? "all of these" : "it"));
    }
  }

  private boolean isReadable(Subscription one) {
    return access.allows(Action.READ, one.source());
  }

  private boolean mayChange(Subscription known) {
    return isReadable(known) && access.allows(Action.SCHEDULE, known.target().lambda().value());
  }

  /**
   * Refuses a name that does not belong to the tenant of the source. Names belong to a tenant, so
   * that nobody can take or discover the names of another tenant.
   */
  private static void requireOwnTenant(Subscription wanted, Violations violations) {
    var tenant = Tenancy.of(wanted.source());
    if (!Tenancy.of(wanted.name()).equals(tenant)) {
      violations.add(
          "name",
          wanted.name(),
          tenant.isEmpty()
              ? "a name without a tenant, as its lambda has none"
              : "a name of the tenant of its lambda, such as %s--ends".formatted(tenant));
    }
  }

  private static void refuseTaken(Subscription known, Violations violations) {
    violations.add("name", known.name(), "a name that is not taken");
  }

  private static void requireFits(Subscription wanted, Subscriptions all, Violations violations) {
    var after = all.with(wanted);
    if (after.all().size() > Subscriptions.COUNT_MAX) {
      violations.add(
          "name",
          wanted.name(),
          "one of the %d subscriptions there are, which is as many as may be"
              .formatted(Subscriptions.COUNT_MAX));
    }
    var crowd = after.crowd(wanted);
    if (crowd.size() > Subscriptions.OF_LAMBDA_MAX) {
      var names = crowd.stream().map(Subscription::name).collect(Collectors.joining(", "));
      violations.add(
          "lambda",
          wanted.source(),
          "at most %d subscriptions about one lambda; these would be: %s"
              .formatted(Subscriptions.OF_LAMBDA_MAX, names));
    }
    var cycle = after.cycle(wanted);
    if (!cycle.isEmpty()) {
      var way = cycle.stream().map(Object::toString).collect(Collectors.joining(" to "));
      violations.add(
          "to.lambda",
          wanted.target().lambda(),
          "a lambda whose notices do not come back to %s: they would go from %s to %s"
              .formatted(wanted.source(), wanted.source(), way));
    }
  }

  /** Lets the contents of a previous target expire once none of its notices can run any more. */
  private void expire(Subscription former, Instant now) {
    var target = former.target();
    var lambda = lambdas.find(target.lambda());
    lambda.ifPresent(
        known ->
            entities.setExpiry(
                target.contents(), now.plus(known.maxLifetime()).plus(known.retention())));
  }

  private static StatusRuntimeException changed(String name) {
    return RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE,
        "subscription %s is being changed by others; try again".formatted(name));
  }
}
