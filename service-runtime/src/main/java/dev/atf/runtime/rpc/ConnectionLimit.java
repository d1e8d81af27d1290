package dev.atf.runtime.rpc;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Bounds the open connections of a server, in all and of one remote address. Where there are too
 * many, the one that has been silent for longest makes room: it is closed before a newcomer is, so
 * that whoever only opens connections keeps nobody out. Thread-safe.
 *
 * @param <C> a connection, compared by identity or as a value
 */
final class ConnectionLimit<C> {
  private final int max;
  private final int perAddressMax;
  private final Map<C, Peer> open = new HashMap<>();
  private final Map<Object, Peer> peers = new HashMap<>();

  /** Connections that have asked nothing yet, in the order of their opening. */
  private final Set<C> silent = new LinkedHashSet<>();

  private final class Peer {
    private final Object address;
    private final Set<C> silent = new LinkedHashSet<>();
    private int openCount;

    Peer(Object address) {
      this.address = address;
    }
  }

  ConnectionLimit(int max, int perAddressMax) {
    this.max = max;
    this.perAddressMax = perAddressMax;
  }

  /**
   * Adds a connection, silent as yet.
   *
   * @param address of the other side, without its port
   * @return the connection to close: a silent one, which is forgotten, or {@code connection}, which
   *     is then not added; empty if there is room for all
   */
  synchronized Optional<C> add(C connection, Object address) {
    var known = peers.get(address);
    boolean addressIsFull = known != null && known.openCount >= perAddressMax;
    if (!addressIsFull && open.size() < max) {
      put(connection, address);
      return Optional.empty();
    }
    var oldest = (known != null && addressIsFull ? known.silent : silent).stream().findFirst();
    if (oldest.isEmpty()) {
      return Optional.of(connection);
    }
    remove(oldest.get());
    put(connection, address);
    return oldest;
  }

  private void put(C connection, Object address) {
    var peer = peers.computeIfAbsent(address, Peer::new);
    open.put(connection, peer);
    peer.openCount++;
    peer.silent.add(connection);
    silent.add(connection);
  }

  /** Notes that a whole request has come by this connection. */
  synchronized void heard(C connection) {
    var peer = open.get(connection);
    if (peer != null && silent.remove(connection)) {
      peer.silent.remove(connection);
    }
  }

  /** Forgets a connection that has ended; one that is not known, too. */
  synchronized void remove(C connection) {
    var peer = open.remove(connection);
    if (peer == null) {
      return;
    }
    silent.remove(connection);
    peer.silent.remove(connection);
    peer.openCount--;
    if (peer.openCount == 0) {
      peers.remove(peer.address);
    }
  }
}
