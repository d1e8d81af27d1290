package dev.atf.frontend.schedule;

import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TaskEntities;
import dev.atf.store.search.SearchTerm;
import dev.atf.store.search.TaskSearch;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Puts of entities, and of their entries in the search index. */
final class EntityPuts {
  private final TaskEntities entities;
  private final TaskAssociations associations;
  private final TaskSearch search;
  private final LambdaCache lambdas;
  private final UnknownOutcomes unknownOutcomes;
  private final InstantSource clock;

  @Inject
  EntityPuts(
      TaskEntities entities,
      TaskAssociations associations,
      TaskSearch search,
      LambdaCache lambdas,
      UnknownOutcomes unknownOutcomes,
      InstantSource clock) {
    this.entities = entities;
    this.associations = associations;
    this.search = search;
    this.lambdas = lambdas;
    this.unknownOutcomes = unknownOutcomes;
    this.clock = clock;
  }

  /** Returns the entity of a request that was accepted before; empty if it never was. */
  Optional<TaskEntity> accepted(Admission.Key key) {
    return entities
        .findEntity(key.taskId())
        .filter(entity -> entity.fingerprint().equals(key.fingerprint()))
        .filter(entity -> associations.find(key.taskId()).isPresent());
  }

  /** Puts the contents of a notice; the same ones may be there from an earlier try. */
  void putContents(TaskEntity contents) {
    var unused = unknownOutcomes.repeat(() -> entities.putIfAbsent(contents));
  }

  /** Has an entity found by its terms. */
  void index(TaskEntity entity, LambdaDefinition lambda) {
    var terms = search.isCheap() ? all(entity) : SearchTerm.of(entity, lambda.indexedLabels());
    if (!terms.isEmpty()) {
      unknownOutcomes.repeat(
          () -> {
            search.add(entity, terms);
            return entity;
          });
    }
  }

  /** Returns all terms but the trace, which no other task has. */
  private static List<SearchTerm> all(TaskEntity entity) {
    var terms = SearchTerm.of(entity);
    var trace = entity.labels().get(TraceLabel.NAME);
    if (trace == null) {
      return terms;
    }
    var ofTrace = SearchTerm.label(TraceLabel.NAME, trace);
    return terms.stream().filter(term -> !term.equals(ofTrace)).toList();
  }

  /**
   * Puts an entity, if need be instead of an abandoned one.
   *
   * @return the other entity that is stored instead, if any
   */
  Optional<TaskEntity> put(TaskEntity entity) {
    var before = unknownOutcomes.repeat(() -> entities.putIfAbsent(entity));
    if (before.isEmpty() || !isAbandoned(before.get(), entity.fingerprint(), clock.instant())) {
      return before;
    }
    return unknownOutcomes
        .repeat(() -> entities.replace(before.get(), entity))
        // Put by a try whose answer was lost.
        .filter(there -> !there.equals(entity));
  }

  /**
   * Returns whether an entity belongs to no task and can make none that runs: its own key's meaning
   * is over, or a Schedule that was never acknowledged left it and its deadline has passed since.
   * An association that was ever created outlives its entity (ADR 0004). Another request replaces
   * an expired entity, or one whose lambda is gone: after a mere deadline the first call may be
   * under way, and no call that put a task of a lambda outlives it (ADR 0043).
   */
  private boolean isAbandoned(TaskEntity found, String fingerprint, Instant now) {
    boolean late =
        found.fingerprint().equals(fingerprint) && !found.header().deadline().isAfter(now);
    return (late || !found.expiresAt().isAfter(now) || isOfNoLambda(found))
        && associations.find(found.taskId()).isEmpty();
  }

  private boolean isOfNoLambda(TaskEntity found) {
    return lambdas.find(found.header().lambda()).isEmpty();
  }
}
