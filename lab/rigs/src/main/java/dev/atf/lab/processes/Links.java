package dev.atf.lab.processes;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** One link for each edge: the processes of a cluster reach each other only through these. */
public final class Links implements AutoCloseable {
  private final Map<Edge, FaultyLink> links = new EnumMap<>(Edge.class);

  Links() {
    long seed = 0;
    for (var edge : Edge.values()) {
      links.put(edge, FaultyLink.to(0, ++seed));
    }
  }

  public FaultyLink of(Edge edge) {
    return Objects.requireNonNull(links.get(edge));
  }

  public String uri(Edge edge) {
    return of(edge).uri();
  }

  void lead(Collection<Edge> edges, int port) {
    edges.forEach(edge -> of(edge).leadTo(port));
  }

  /** Returns the number of replies that each edge has lost so far. */
  public Map<Edge, Integer> repliesLost() {
    var lost = new EnumMap<Edge, Integer>(Edge.class);
    links.forEach((edge, link) -> lost.put(edge, link.repliesLost()));
    return lost;
  }

  /**
   * Returns the edges that have lost more since, and how many.
   *
   * @param before an earlier answer of {@link #repliesLost}
   */
  public Map<Edge, Integer> repliesLostSince(Map<Edge, Integer> before) {
    var more = repliesLost();
    more.replaceAll((edge, lost) -> lost - before.getOrDefault(edge, 0));
    more.values().removeIf(lost -> lost == 0);
    return more;
  }

  public void healAll() {
    links.values().forEach(FaultyLink::heal);
  }

  @Override
  public void close() {
    links.values().forEach(FaultyLink::close);
  }
}
