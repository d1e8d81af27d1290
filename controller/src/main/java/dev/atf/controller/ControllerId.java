package dev.atf.controller;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** The identity of one start of a controller: host, process and a nonce. */
record ControllerId(String value) {
  /** Leaves room for process id and nonce in the protocol's 128 characters. */
  private static final int HOST_CHARS_MAX = 90;

  static ControllerId ofThisProcess(RandomGenerator random) {
    var nonce = HexFormat.of().toHexDigits(random.nextInt());
    return new ControllerId(host() + ":" + ProcessHandle.current().pid() + ":" + nonce);
  }

  private static String host() {
    try {
      var name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
      return name.substring(0, Math.min(HOST_CHARS_MAX, name.length()));
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }
}
