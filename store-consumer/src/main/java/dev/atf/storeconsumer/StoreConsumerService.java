package dev.atf.storeconsumer;

import dev.atf.access.AccessControl;
import dev.atf.runtime.Service;
import dev.atf.runtime.loop.Loop;
import dev.atf.runtime.loop.Loops;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.rpc.RpcServers;
import dev.atf.runtime.server.RpcPort;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.storeconsumer.alarm.CheckPoll;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.HscWatch;
import dev.atf.storeconsumer.member.Membership;
import dev.atf.storeconsumer.plans.PlanPoll;
import dev.atf.storeconsumer.poll.DrainRates;
import dev.atf.storeconsumer.poll.DuePoll;
import dev.atf.storeconsumer.poll.LookAhead;
import dev.atf.storeconsumer.pool.Connections;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.release.GateStep;
import dev.atf.storeconsumer.release.ReleaseStep;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store consumer in this process: its loops, and a port for health and metrics. */
@Singleton
final class StoreConsumerService implements Service {
  private static final Logger log = LoggerFactory.getLogger(StoreConsumerService.class);

  private final RpcServerConfig config;
  private final Membership membership;
  private final LambdaDirectory directory;
  private final HscWatch hscWatch;
  private final DuePoll duePoll;
  private final CheckPoll checkPoll;
  private final PlanPoll planPoll;
  private final ReleaseStep release;
  private final GateStep gateStep;
  private final DrainRates drainRates;
  private final LookAhead lookAhead;
  private final Loops loops;
  private final WorkPools pools;
  private final Connections connections;
  private final AccessControl access;
  private final RpcServers servers;
  private @Nullable RpcPort server;
  private @Nullable Loop membershipLoop;

  @Inject
  StoreConsumerService(
      RpcServerConfig config,
      Membership membership,
      LambdaDirectory directory,
      HscWatch hscWatch,
      DuePoll duePoll,
      CheckPoll checkPoll,
      PlanPoll planPoll,
      ReleaseStep release,
      GateStep gateStep,
      DrainRates drainRates,
      LookAhead lookAhead,
      Loops loops,
      WorkPools pools,
      Connections connections,
      AccessControl access,
      RpcServers servers) {
    this.config = config;
    this.membership = membership;
    this.directory = directory;
    this.hscWatch = hscWatch;
    this.duePoll = duePoll;
    this.checkPoll = checkPoll;
    this.planPoll = planPoll;
    this.release = release;
    this.gateStep = gateStep;
    this.drainRates = drainRates;
    this.lookAhead = lookAhead;
    this.loops = loops;
    this.pools = pools;
    this.connections = connections;
    this.access = access;
    this.servers = servers;
  }

  @Override
  public void start() {
    server =
        servers.open(
            "store-consumer", config, loops::allAlive, List.of(), grpc -> {}, access::guardMetrics);
    // Known before the first poll if the store answers; learnt later if not.
    tryOnce("membership", membership);
    tryOnce("lambda-directory", directory);
    tryOnce("hsc-watch", hscWatch);
    membershipLoop = loops.start("membership", membership);
    loops.start("lambda-directory", directory);
    loops.start("hsc-watch", hscWatch);
    var releaseLoop = loops.start("release", release);
    lookAhead.whenEarlier(releaseLoop::wake);
    var gateLoop = loops.start("gate", gateStep);
    gateStep.whenEarlier(gateLoop::wake);
    var dueLoop = loops.start("due-poll", duePoll);
    directory.whenGatesChange(dueLoop::wake);
    loops.start("check-poll", checkPoll);
    loops.start("plan-poll", planPoll);
    loops.start("rates", drainRates);
  }

  @Override
  public int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.port();
  }

  /**
   * Hands its share to the others and lets the turns under way end. Entries in memory are dropped:
   * none of them was marked, and the others find it in the store.
   */
  @Override
  public void close() {
    if (membershipLoop != null) {
      loops.stop(membershipLoop);
      leave();
    }
    loops.close();
    pools.close();
    if (server != null) {
      server.close();
    }
    connections.all().forEach(StoreConsumerService::closeQuietly);
  }

  private void leave() {
    try {
      membership.leave();
    } catch (RuntimeException e) {
      log.warn("could not leave; the others notice after the member time-out: {}", e.toString());
    }
  }

  private static void tryOnce(String name, Step step) {
    try {
      step.turn();
    } catch (Exception e) {
      log.warn("loop={} could not begin, and goes on trying: {}", name, e.toString());
    }
  }

  private static void closeQuietly(AutoCloseable connection) {
    try {
      connection.close();
    } catch (Exception e) {
      log.warn("a connection did not close: {}", e.toString());
    }
  }
}
