package dev.atf.store.worker;

import dev.atf.model.LambdaName;
import dev.atf.store.MemberRegistry;
import dev.atf.store.MemberRegistry.Sighting;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Worker hosts as HSCs have recorded them: one row for each controller and HSC that it calls, with
 * all of its lambdas.
 */
public final class HostSightings {
  /**
   * Time within which a host counts as recently seen. It is more than twice the interval at which
   * an HSC records a host.
   */
  public static final Duration SEEN_RECENTLY = Duration.ofSeconds(75);

  public static final String SERVICE = "hosts";
  private static final char BEFORE_HSC = '/';

  private final MemberRegistry members;

  @Inject
  public HostSightings(MemberRegistry members) {
    this.members = members;
  }

  /** Returns the service whose members were written by versions before ADR 0082. */
  public static String service(LambdaName lambda) {
    return "workers/" + lambda;
  }

  /**
   * Writes an HSC's record of a host.
   *
   * @param controller name of the controller, after that of its tenant and a slash if it has one
   * @param notes the latest note of each lambda, with its time
   * @throws dev.atf.store.StoreException if that is not known to be written
   */
  public void note(
      String controller,
      String hsc,
      Map<LambdaName, Sighting> notes,
      Instant now,
      Instant forgottenAt) {
    var row = controller + BEFORE_HSC + hsc;
    members.beat(SERVICE, row, HostNotes.write(notes, now), now, forgottenAt);
  }

  /** Deletes what an HSC has written of a host. */
  public void forget(String controller, String hsc) {
    members.leave(SERVICE, controller + BEFORE_HSC + hsc);
  }

  /** Returns the hosts that serve the lambda and were seen recently, by their names. */
  public List<HostSighting> recent(LambdaName lambda, Instant now) {
    return seen(lambda, now.minus(SEEN_RECENTLY)).stream().filter(HostSighting::serves).toList();
  }

  /** Returns the hosts that serve or refuse the lambda, ordered by name. */
  public List<HostSighting> seen(LambdaName lambda, Instant since) {
    return seen(since).apply(lambda);
  }

  /** Reads the hosts of all lambdas. */
  public Function<LambdaName, List<HostSighting>> seen(Instant since) {
    var rows = members.seen(SERVICE, since);
    var latest = new TreeMap<LambdaName, Map<String, Sighting>>();
    rows.forEach(
        (row, sighting) -> {
          var controller = row.substring(0, Math.max(0, row.lastIndexOf(BEFORE_HSC)));
          // Tenants see only their own lambdas, so the name of the tenant adds nothing.
          var host = controller.substring(controller.lastIndexOf(BEFORE_HSC) + 1);
          HostNotes.read(sighting)
              .forEach(
                  (lambda, note) ->
                      latest
                          .computeIfAbsent(lambda, name -> new TreeMap<>())
                          .merge(host, note, HostSightings::later));
        });
    return lambda -> {
      var noted = latest.get(lambda);
      // All HSCs may still have a version that records hosts by lambda.
      var seen = noted == null ? members.seen(service(lambda), since) : noted;
      return seen.entrySet().stream()
          .filter(host -> host.getValue().at().isAfter(since))
          .map(host -> HostSighting.of(host.getKey(), host.getValue()))
          .toList();
    };
  }

  private static Sighting later(Sighting a, Sighting b) {
    return a.at().isBefore(b.at()) ? b : a;
  }
}
