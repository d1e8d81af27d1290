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
   * Returns that keys such as {@code ../x} are accepted in a query. No part of a query is a path
   * here.
   */
  @Override
  public Boolean allowDoubleDotsInQueryString() {
    return true;
  }
}
