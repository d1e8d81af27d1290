package dev.atf.store;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The registered lambdas. There are a few hundred at most, so all of them are listed at once. */
public interface LambdaRegistry {
  /**
   * Creates or replaces a lambda. A deleted lambda of the same name is forgotten.
   *
   * @param expected the definition that the caller read; empty to create
   * @return false if it has changed since, and nothing was written
   */
  boolean put(LambdaDefinition definition, Optional<LambdaDefinition> expected);

  /**
   * Deletes. Then it is among {@link #deleted} and not found any more.
   *
   * @param expected the definition that the caller read
   * @param now whole milliseconds
   * @return false if it has changed since, and was not deleted
   */
  boolean delete(LambdaDefinition expected, Instant now);

  /** Returns lambdas that were deleted and not yet forgotten; eventually consistent. */
  List<DeletedLambda> deleted();

  /** Removes a deleted lambda. Does nothing if it was registered or deleted again. */
  void forget(DeletedLambda deleted);

  /** Finds a lambda. Strongly consistent. */
  Optional<LambdaDefinition> find(LambdaName name);

  /** Returns all lambdas ordered by name; eventually consistent. */
  List<LambdaDefinition> list();
}
