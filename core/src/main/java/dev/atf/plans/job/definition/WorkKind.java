package dev.atf.plans.job.definition;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import org.jspecify.annotations.Nullable;

/**
 * Handler of a step, or of its compensation, and the queue in which it waits.
 *
 * @param priority priority; null for the lambda's default
 */
public record WorkKind(
    LambdaName lambda, @Nullable Priority priority, @Nullable CollectionName collection) {
  public static WorkKind of(LambdaName lambda) {
    return new WorkKind(lambda, null, null);
  }
}
