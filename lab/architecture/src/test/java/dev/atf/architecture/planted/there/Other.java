package dev.atf.architecture.planted.there;

import dev.atf.architecture.planted.here.One;
import java.util.Optional;

/** Half of a planted cycle of two packages. */
public interface Other {
  Optional<One> counterpart();
}
