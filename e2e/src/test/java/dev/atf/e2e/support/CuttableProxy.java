package dev.atf.e2e.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP proxy on the loopback that can cut what runs through it and refuse what comes. */
public final class CuttableProxy implements AutoCloseable {
  private final ServerSocket server;
  private final int targetPort;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean cut;

  private CuttableProxy(ServerSocket server, int targetPort) {
    this.server = server;
    this.targetPort = targetPort;
  }

  public static CuttableProxy to(int targetPort) {
    try {
      var proxy =
          new CuttableProxy(new ServerSocket(0, 64, InetAddress.getLoopbackAddress()), targetPort);
      daemon("proxy-accept", proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Ends every connection, and each new one as soon as it is made. */
  public void cut() {
    cut = true;
    sockets.forEach(CuttableProxy::closeQuietly);
    sockets.clear();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var client = server.accept();
        if (cut) {
          client.close();
          continue;
        }
        var target = new Socket(InetAddress.getLoopbackAddress(), targetPort);
        sockets.addAll(List.of(client, target));
        daemon("proxy-up", () -> copy(client, target));
        daemon("proxy-down", () -> copy(target, client));
      } catch (IOException e) {
        // The proxy was closed, or its target is gone: the client sees a closed connection.
      }
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // One side has gone: so does the other.
    }
  }

  private static void daemon(String name, Runnable body) {
    var thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is to be gone; it is.
    }
  }

  @Override
  public void close() {
    cut();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
