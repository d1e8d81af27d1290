package dev.atf.architecture.planted.here;

import dev.atf.architecture.planted.there.Other;
import java.util.Optional;

/** Half of a planted cycle of two packages. */
public interface One {
  Optional<Other> counterpart();
}
