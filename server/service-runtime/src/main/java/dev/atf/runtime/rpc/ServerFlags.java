package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.FlagsProvider;

/**
 * Settings of Armeria that it has for a whole process. A program with a provider of its own
 * overrides them by a priority above 0.
 */
public final class ServerFlags implements FlagsProvider {
  @Override
  public int priority() {
    return 0;
  }

  /** Has keys such as {@code ../x} accepted in a query: no part of a query is a path here. */
  @Override
  public Boolean allowDoubleDotsInQueryString() {
    return true;
  }
}
