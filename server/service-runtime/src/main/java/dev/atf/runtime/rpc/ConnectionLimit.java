package dev.atf.runtime.rpc;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Bound on the open connections of a server, in all and per remote address. When there are too
 * many, the connection without a request that is the oldest is closed before a new one is, so that
 * callers who only open connections do not keep others out. Thread-safe.
 *
 * @param <C> a connection, compared by identity or as a value
 */
final class ConnectionLimit<C> {
  private final int max;
  private final int perAddressMax;
  private final Map<C, Peer> open = new HashMap<>();
  private final Map<Object, Peer> peers = new HashMap<>();

  /** Connections without a request yet, in the order of their opening. */
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
   * Adds a connection, which has made no request yet.
   *
   * @param address of the other side, without its port
   * @return the connection to close: one without a request, which is forgotten, or {@code
   *     connection}, which is then not added; empty if there is room for all
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

  /** Records that a whole request has come by this connection. */
  synchronized void used(C connection) {
    var peer = open.get(connection);
    if (peer != null && silent.remove(connection)) {
      peer.silent.remove(connection);
    }
  }

  /** Forgets a connection that has ended; an unknown one is ignored. */
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
