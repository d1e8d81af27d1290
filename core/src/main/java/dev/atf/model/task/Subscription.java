package dev.atf.model.task;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Names;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Subscription to notices about the ends of tasks.
 *
 * @param name 1–64 of {@code a-z 0-9 -}, starting with a letter
 * @param source lambda of the tasks, or a prefix of lambda names followed by {@code *}
 * @param collection collection of the tasks; null for all tasks
 * @param statuses final statuses that cause notices; at least one
 */
public record Subscription(
    String name,
    String source,
    @Nullable CollectionName collection,
    Set<TaskStatus> statuses,
    NoticeTarget target,
    Instant updatedAt) {
  private static final int CHARS_MAX = 64;

  /** Separator between the tenant and the rest of a lambda's name. */
  private static final String TENANT_END = "--";

  public Subscription {
    requireName(name);
    if (!source.equals("*")) {
      Names.requireLower(
          "lambda", prefixOf(source), CHARS_MAX, "a lambda, or a prefix of names and *");
    }
    statuses = EndStatuses.require("statuses", statuses);
  }

  /** Returns the id of the owner of this subscription's notices, as in their origin. */
  public String owner() {
    return Notice.ownerOf(name);
  }

  /**
   * Returns whether the subscription is about the lambda's tasks. A prefix only covers lambdas of
   * one tenant.
   */
  public boolean isOf(LambdaName lambda) {
    return isOf(lambda.value());
  }

  boolean isOf(String lambda) {
    if (!source.endsWith("*")) {
      return lambda.equals(source);
    }
    var prefix = prefix();
    return lambda.startsWith(prefix)
        && (prefix.contains(TENANT_END) || !lambda.contains(TENANT_END));
  }

  /** Returns the name of the lambda, or the prefix. */
  String prefix() {
    return prefixOf(source);
  }

  private static String prefixOf(String source) {
    return source.endsWith("*") ? source.substring(0, source.length() - 1) : source;
  }

  /**
   * Returns whether the subscription requests a notice for a task with this end. It never covers
   * its own notices.
   */
  public boolean covers(TaskHeader task, TaskStatus end) {
    var origin = task.origin();
    return isOf(task.lambda())
        && statuses.contains(end)
        && (collection == null || collection.equals(task.collection()))
        && !task.isCanary()
        && (origin == null || !origin.owner().equals(owner()));
  }

  /**
   * Requires that a request contains a valid {@link #name}.
   *
   * @throws InvalidFieldException if the name is not valid
   */
  public static String requireName(String name) {
    return Names.requireLower("name", name, CHARS_MAX, "1-64 of a-z 0-9 -, starting with a letter");
  }
}
