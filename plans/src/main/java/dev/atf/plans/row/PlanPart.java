package dev.atf.plans.row;

import dev.atf.model.check.InvalidFieldException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Part of a plan that has its own item, so that the row stays small. Written once; parts are read
 * in the order of their names, character by character.
 *
 * @param body in the format of its plan's kind
 * @param expiresAt when the store may forget it; null for never; cut to whole seconds
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
