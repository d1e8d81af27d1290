package dev.atf.storeconsumer;

import dev.atf.access.ServicePort;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.process.OpenConnections;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.storeconsumer.alarm.CheckPoll;
import dev.atf.storeconsumer.alarm.DeadlineSweep;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.HscWatch;
import dev.atf.storeconsumer.member.Membership;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.release.BacklogWatch;
import dev.atf.storeconsumer.release.DrainRates;
import dev.atf.storeconsumer.release.DuePoll;
import dev.atf.storeconsumer.release.GateStep;
import dev.atf.storeconsumer.release.ReleaseStep;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store consumer in this process, with its loops and a port for hints, health and metrics.
 *
 * <p>The start order is: port, loops. The stop order is: membership, other loops from the last to
 * the first, threads, port, connections.
 */
@Singleton
final class StoreConsumerService implements Service {
  private static final Logger log = LoggerFactory.getLogger(StoreConsumerService.class);

  private final StoreConsumerConfig config;
  private final ServicePort port;
  private final Loops loops;
  private final Membership membership;
  private final LambdaDirectory directory;
  private final HscWatch hscWatch;
  private final ReleaseStep release;
  private final GateStep gate;
  private final DuePoll duePoll;
  private final CheckPoll checkPoll;
  private final DeadlineSweep deadlines;
  private final DrainRates drainRates;
  private final BacklogWatch backlogs;
  private final Map<String, Step> others;
  private final WorkPools pools;
  private final OpenConnections connections;
  private Optional<Loop> membershipLoop = Optional.empty();

  /**
   * @param others loops that other packages contribute, by name
   */
  @Inject
  StoreConsumerService(
      StoreConsumerConfig config,
      ServicePort port,
      Loops loops,
      Membership membership,
      LambdaDirectory directory,
      HscWatch hscWatch,
      ReleaseStep release,
      GateStep gate,
      DuePoll duePoll,
      CheckPoll checkPoll,
      DeadlineSweep deadlines,
      DrainRates drainRates,
      BacklogWatch backlogs,
      Map<String, Step> others,
      WorkPools pools,
      OpenConnections connections) {
    this.config = config;
    this.port = port;
    this.loops = loops;
    this.membership = membership;
    this.directory = directory;
    this.hscWatch = hscWatch;
    this.release = release;
    this.gate = gate;
    this.duePoll = duePoll;
    this.checkPoll = checkPoll;
    this.deadlines = deadlines;
    this.drainRates = drainRates;
    this.backlogs = backlogs;
    this.others = others;
    this.pools = pools;
    this.connections = connections;
  }

  @Override
  public void start() {
    port.open("store-consumer", loops::allAlive, server -> {});
    membership.announce(uri());
    startLoops();
  }

  /**
   * Starts the loops. Their names are labels of metrics. Loops that read the state of the cluster
   * start first. Of the others, the loop that handles the tasks of a poll starts before the poll.
   */
  private void startLoops() {
    // If the store answers, the members are known before the first poll; otherwise later.
    tryOnce("membership", membership);
    tryOnce("lambda-directory", directory);
    tryOnce("hsc-watch", hscWatch);
    membershipLoop = Optional.of(loops.start("membership", membership));
    loops.start("lambda-directory", directory);
    loops.start("hsc-watch", hscWatch);

    var releaseLoop = loops.start("release", release);
    release.whenEarlier(releaseLoop::wake);
    var gateLoop = loops.start("gate", gate);
    gate.whenEarlier(gateLoop::wake);
    var dueLoop = loops.start("due-poll", duePoll);
    directory.whenGatesChange(dueLoop::wake);
    loops.start("check-poll", checkPoll);
    loops.start("deadlines", deadlines);
    loops.start("rates", drainRates);
    loops.start("backlog", backlogs);
    others.forEach(loops::start);
  }

  private static void tryOnce(String name, Step step) {
    try {
      step.turn();
    } catch (Exception e) {
      log.warn("loop={} failed at the start and will be repeated: {}", name, e.toString());
    }
  }

  /** Returns the address that other services find in this consumer's record. */
  private String uri() {
    if (!config.hintUri().isEmpty()) {
      return config.hintUri();
    }
    var server = config.server();
    return AuthConfig.isLoopback(server.host())
        ? server.localUri(port.number())
        : "%s://%s:%d"
            .formatted(
                server.tls().isOn() ? "https" : "http",
                reachableHost(server.host()),
                port.number());
  }

  private static String reachableHost(String host) {
    if (!List.of("0.0.0.0", "::").contains(host)) {
      return host;
    }
    try {
      return InetAddress.getLocalHost().getHostAddress();
    } catch (UnknownHostException e) {
      return host;
    }
  }

  @Override
  public int port() {
    return port.number();
  }

  /**
   * Releases its share to the other consumers, and lets the turns in progress end. Tasks in memory
   * are dropped. None of them is marked, so the other consumers find them in the store.
   */
  @Override
  public void close() {
    membershipLoop.ifPresent(this::leave);
    loops.close();
    pools.close();
    port.close();
    connections.close();
  }

  private void leave(Loop loop) {
    loops.stop(loop);
    try {
      membership.leave();
    } catch (RuntimeException e) {
      log.warn("could not leave; the others notice after the member time-out: {}", e.toString());
    }
  }
}
