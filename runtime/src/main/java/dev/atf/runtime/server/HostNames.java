package dev.atf.runtime.server;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names by which callers may address a port. Where no credentials are asked for, the name is
 * all that tells this machine's callers from the pages of other sites that they open.
 */
final class HostNames {
  private static final Pattern FORM =
      Pattern.compile("([a-z0-9._-]+|\\[[0-9a-f:.]+])(?::\\d*)?", Pattern.CASE_INSENSITIVE);

  private final RpcServerConfig config;

  HostNames(RpcServerConfig config) {
    this.config = config;
  }

  /**
   * Returns whether a request may be answered.
   *
   * @param host the header; null: there is none
   */
  boolean allows(@Nullable String host) {
    if (!config.isOpenToThisMachine() && config.hostsAllowed().isEmpty()) {
      return true;
    }
    var form = FORM.matcher(host == null ? "" : host);
    if (!form.matches()) {
      return false;
    }
    var name = form.group(1).toLowerCase(Locale.ROOT);
    return AuthConfig.isLoopback(name)
        || name.endsWith(".localhost")
        || config.hostsAllowed().contains(name);
  }
}
