package dev.atf.store;

import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import java.util.List;
import java.util.Optional;

/** The registered lambdas. A few hundred at most: they are listed whole. */
public interface LambdaRegistry {
  /**
   * Creates or replaces.
   *
   * @param expected the definition that the caller read; empty to create
   * @return false if it has changed since, and nothing was written
   */
  boolean put(LambdaDefinition definition, Optional<LambdaDefinition> expected);

  /**
   * Removes.
   *
   * @param expected the definition that the caller read
   * @return false if it has changed since, and was not removed
   */
  boolean delete(LambdaDefinition expected);

  /** Strongly consistent. */
  Optional<LambdaDefinition> find(LambdaName name);

  /** Ordered by name; eventually consistent. */
  List<LambdaDefinition> list();
}
