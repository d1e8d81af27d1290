package dev.atf.runtime.rpc;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.util.TimeoutMode;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Allows callers to shorten the time limit of a call with {@code grpc-timeout}, but not to lengthen
 * it, because a long call would keep its memory. The gRPC service itself would accept any such
 * header, and treat a missing one as no limit.
 */
final class CallerDeadlines {
  private static final AttributeKey<Boolean> OWN =
      AttributeKey.valueOf(CallerDeadlines.class, "OWN");

  private static final String HEADER = "grpc-timeout";
  private static final Pattern FORM = Pattern.compile("(\\d{1,8})([HMSmun])");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "H", ChronoUnit.HOURS,
          "M", ChronoUnit.MINUTES,
          "S", ChronoUnit.SECONDS,
          "m", ChronoUnit.MILLIS,
          "u", ChronoUnit.MICROS,
          "n", ChronoUnit.NANOS);

  private CallerDeadlines() {}

  static HttpResponse serve(HttpService call, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    var asked = read(request.headers().get(HEADER, ""));
    var longest = Duration.ofMillis(context.requestTimeoutMillis());
    if (asked.isPresent() && !asked.get().isZero() && asked.get().compareTo(longest) < 0) {
      context.setRequestTimeout(TimeoutMode.SET_FROM_NOW, asked.get());
      context.setAttr(OWN, true);
    }
    return call.serve(context, request);
  }

  /**
   * Returns whether the deadline of a call was set by its caller, and is earlier than this
   * server's.
   */
  static boolean isOwn(ServiceRequestContext context) {
    return context.hasOwnAttr(OWN);
  }

  /** Parses the header; empty if it is absent or malformed. */
  static Optional<Duration> read(String header) {
    var matcher = FORM.matcher(header);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var unit = UNITS.get(matcher.group(2));
    return Optional.ofNullable(unit).map(u -> Duration.of(Long.parseLong(matcher.group(1)), u));
  }
}
