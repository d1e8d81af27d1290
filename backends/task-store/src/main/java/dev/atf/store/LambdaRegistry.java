package dev.atf.store;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Registry of lambdas. There are a few hundred at most, so all of them are listed together. */
public interface LambdaRegistry {
  /**
   * Creates or replaces a lambda. The record of a deleted lambda of the same name is removed.
   *
   * @param expected definition that the caller has read; empty to create a lambda
   * @return false if the stored definition has changed since, so that nothing was written
   */
  boolean put(LambdaDefinition definition, Optional<LambdaDefinition> expected);

  /**
   * Deletes a lambda. It is then one of {@link #deleted}, and no longer found.
   *
   * @param expected definition that the caller has read
   * @param now current time in whole milliseconds
   * @return false if the stored definition has changed since, so that nothing was deleted
   */
  boolean delete(LambdaDefinition expected, Instant now);

  /** Returns lambdas that were deleted and not yet forgotten. The read is eventually consistent. */
  List<DeletedLambda> deleted();

  /** Removes a deleted lambda. Does nothing if it was registered or deleted again. */
  void forget(DeletedLambda deleted);

  /** Finds a lambda. The read is strongly consistent. */
  Optional<LambdaDefinition> find(LambdaName name);

  /** Returns all lambdas ordered by name. The read is eventually consistent. */
  List<LambdaDefinition> list();
}
