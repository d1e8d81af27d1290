package dev.atf.runtime.browser;

import com.linecorp.armeria.common.HttpStatus;
import dev.atf.runtime.refusal.CallRefusal;
import dev.atf.runtime.server.Authority;
import dev.atf.runtime.server.RpcServerConfig;
import io.grpc.Status.Code;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses requests that pages of other sites make a browser send. A page can reach this machine
 * with a cross-site request, or under its own name if that name resolves to the loopback (DNS
 * rebinding). In the second case, only the name shows that the request is foreign.
 */
public record BrowserRules(boolean anyHost, Set<String> hostsAllowed) {
  private static final Set<String> OTHER_SITES = Set.of("cross-site", "same-site");
  private static final Set<String> FRAMES =
      Set.of("iframe", "frame", "fencedframe", "object", "embed");

  private static final int QUOTED_MAX = 100;

  /** Returns the rules for browsers' requests at a port with these settings. */
  public static BrowserRules of(RpcServerConfig config) {
    return config.refusesOtherHosts() ? ofThisMachine(config.hostsAllowed()) : ofAnyHost();
  }

  /**
   * Returns rules that only accept requests for the names of the loopback and for allowed names.
   *
   * @param hostsAllowed allowed names, in lower case and without a port
   */
  public static BrowserRules ofThisMachine(List<String> hostsAllowed) {
    return new BrowserRules(false, Set.copyOf(hostsAllowed));
  }

  /** Returns rules that accept requests for every name, for ports that require credentials. */
  static BrowserRules ofAnyHost() {
    return new BrowserRules(true, Set.of());
  }

  /**
   * Returns the reason why a request is refused; empty if it is accepted.
   *
   * @param page whether another site may link to the requested path
   */
  public Optional<CallRefusal> refusal(RequestOrigin request, boolean page) {
    return host(request)
        .or(() -> frame(request))
        .or(() -> origin(request))
        .or(() -> site(request, page));
  }

  private Optional<CallRefusal> host(RequestOrigin request) {
    if (anyHost
        || (!request.hosts().isEmpty()
            && request.hosts().stream().allMatch(host -> Authority.isOurs(host, hostsAllowed)))) {
      return Optional.empty();
    }
    return Optional.of(
        new CallRefusal(
            Code.PERMISSION_DENIED,
            HttpStatus.MISDIRECTED_REQUEST,
            "HOST_NOT_ALLOWED",
            "host: %s (expected: localhost, an address of the loopback, or a name of the setting"
                    .formatted(quoted(request.hosts()))
                + " server.hostsAllowed)"));
  }

  private static Optional<CallRefusal> frame(RequestOrigin request) {
    return FRAMES.contains(request.fetchDest())
        ? otherSite("sec-fetch-dest: " + request.fetchDest(), "a page of its own, not in a frame")
        : Optional.empty();
  }

  private Optional<CallRefusal> origin(RequestOrigin request) {
    return request.origin().stream().allMatch(origin -> isOurs(origin, request))
        ? Optional.empty()
        : otherSite("origin: " + quoted(request.origin()), "none, or this server's own");
  }

  private boolean isOurs(String origin, RequestOrigin request) {
    int end = origin.indexOf("://");
    var page = end < 0 ? Optional.<Authority>empty() : Authority.parse(origin.substring(end + 3));
    return page.isPresent()
        && (hostsAllowed.contains(page.get().host())
            || request.hosts().stream()
                .flatMap(host -> Authority.parse(host).stream())
                .anyMatch(own -> own.isSameAs(page.get(), origin.substring(0, end))));
  }

  private static Optional<CallRefusal> site(RequestOrigin request, boolean page) {
    return OTHER_SITES.contains(request.fetchSite()) && !(page && request.isNavigation())
        ? otherSite("sec-fetch-site: " + request.fetchSite(), "same-origin, or none")
        : Optional.empty();
  }

  private static Optional<CallRefusal> otherSite(String found, String expected) {
    return Optional.of(
        new CallRefusal(
            Code.PERMISSION_DENIED,
            HttpStatus.FORBIDDEN,
            "ORIGIN_NOT_ALLOWED",
            "%s (expected: %s; pages of other sites are not answered)".formatted(found, expected)));
  }

  private static String quoted(List<String> values) {
    var text = values.isEmpty() ? "none" : String.join(",", values);
    return text.length() > QUOTED_MAX ? text.substring(0, QUOTED_MAX) + "..." : text;
  }
}
