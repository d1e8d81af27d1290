package dev.atf.plans.row;

import dev.atf.model.check.InvalidFieldException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Part of a plan that has its own item, so that the row stays small. It is written once. Parts are
 * read in the character order of their names.
 *
 * @param body content in the format of the plan's kind
 * @param expiresAt time from which the store may delete it, truncated to whole seconds; null for
 *     never
 */
public record PlanPart(PlanId plan, String name, Bytes body, @Nullable Instant expiresAt) {
  private static final Pattern NAME = Pattern.compile("[0-9a-z][0-9a-z/.-]{0,199}");

  public PlanPart {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidFieldException("part", name, "1-200 of 0-9 a-z / . -");
    }
    expiresAt = expiresAt == null ? null : expiresAt.truncatedTo(ChronoUnit.SECONDS);
  }
}
