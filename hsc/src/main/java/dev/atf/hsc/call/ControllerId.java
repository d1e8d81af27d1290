package dev.atf.hsc.call;

import dev.atf.model.check.InvalidFieldException;
import java.util.regex.Pattern;

/** Identity of one start of a controller. */
public record ControllerId(String value) {
  private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  public ControllerId {
    if (!PATTERN.matcher(value).matches()) {
      throw new InvalidFieldException("controllerId", value, "1-128 of A-Z a-z 0-9 . _ : -");
    }
  }
}
