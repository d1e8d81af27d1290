package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.FlagsProvider;

/**
 * Settings of Armeria for a whole process. A program with its own provider overrides them with a
 * priority above 0.
 */
public final class ServerFlags implements FlagsProvider {
  @Override
  public int priority() {
    return 0;
  }

  /**
   * Returns true, because a key such as {@code ../x} is allowed in a query. The services use no
   * part of a query as a path.
   */
  @Override
  public Boolean allowDoubleDotsInQueryString() {
    return true;
  }
}
