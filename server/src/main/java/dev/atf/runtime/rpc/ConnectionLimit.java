package dev.atf.runtime.rpc;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Limit on the open connections of a server, in total and per remote address. If there are too
 * many, the oldest connection without a request is closed; only if there is none, the new
 * connection is closed. Therefore callers that only open connections do not block others.
 * Thread-safe.
 *
 * @param <C> connection, compared by identity or as a value
 */
final class ConnectionLimit<C> {
  private final int max;
  private final int perAddressMax;
  private final Map<C, Peer> open = new HashMap<>();
  private final Map<Object, Peer> peers = new HashMap<>();

  /** Connections without a request, in the order of their opening. */
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
   * @param address address of the peer, without its port
   * @return the connection to close: either one without a request, which is removed, or {@code
   *     connection}, which is then not added; empty if no connection must be closed
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

  /** Records that a complete request has arrived on this connection. */
  synchronized void used(C connection) {
    var peer = open.get(connection);
    if (peer != null && silent.remove(connection)) {
      peer.silent.remove(connection);
    }
  }

  /** Removes a connection that has ended. An unknown connection is ignored. */
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
