package dev.atf.simulation.world;

import dev.atf.sim.aws.QueueFaults;
import dev.atf.sim.net.Delivery;
import dev.atf.sim.net.NetworkConditions;
import dev.atf.sim.net.ProtocolVersion;
import dev.atf.sim.time.StuckEvents.Occasion;
import dev.atf.sim.time.Timeline;
import dev.atf.simulation.fault.CallFault;
import dev.atf.simulation.fault.FaultProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Faults between the processes, the store and the queues. */
final class Faults implements NetworkConditions, QueueFaults {
  private final WorldPlan plan;
  private final Timeline timeline;
  private final RandomGenerator random;
  private final Map<FaultKind, Integer> fired = new EnumMap<>(FaultKind.class);
  private final List<Spell> spells = new ArrayList<>();
  private final double lost;
  private final double doubled;
  private final double delayed;
  private final double answerLost;
  private final double throttled;
  private final double unknown;
  private final double unknownTransition;
  private final double slow;
  private final Map<String, ProtocolVersion> versions = new HashMap<>();
  private Runnable powerCut = () -> {};
  private boolean healed;
  private int happened;

  /** Maximum latency of the store and the queues: the time for which a call is in progress. */
  private static final Duration CALL_TIME = Duration.ofMillis(9);

  /** Fault that lasts. */
  private record Spell(FaultKind kind, long fromNanos, long untilNanos, Predicate<String> whom) {}

  Faults(WorldPlan plan, Timeline timeline, RandomGenerator random) {
    this.plan = plan;
    this.timeline = timeline;
    this.random = random;
    this.lost = severity(0.3);
    this.doubled = severity(0.5);
    this.delayed = severity(0.3);
    this.answerLost = severity(0.3);
    this.throttled = severity(0.5);
    this.unknown = severity(0.2);
    this.unknownTransition = severity(0.6);
    this.slow = severity(0.2);
  }

  /** Draws a probability, rather low: if all calls fail, no operation gets far. */
  private double severity(double most) {
    return most * Math.pow(random.nextDouble(), 2);
  }

  /** Sets the action that kills all executors at once. */
  void setPowerCut(Runnable powerCut) {
    this.powerCut = powerCut;
  }

  void cutPower() {
    fire(FaultKind.CRASH);
    powerCut.run();
  }

  /** Ends all faults. */
  void heal() {
    healed = true;
  }

  Map<FaultKind, Integer> fired() {
    return fired;
  }

  void fire(FaultKind kind) {
    happened++;
    fired.merge(kind, 1, Integer::sum);
  }

  /** Returns whether as many faults have happened as the plan allows. */
  boolean areSpent() {
    return happened >= plan.faultsMax();
  }

  boolean may(FaultKind kind) {
    return !healed && plan.has(kind);
  }

  /** Begins a fault that lasts. */
  void begin(FaultKind kind, Duration howLong, Predicate<String> whom) {
    spells.add(new Spell(kind, timeline.nanos(), timeline.nanos() + howLong.toNanos(), whom));
  }

  boolean lasts(FaultKind kind, String whom) {
    return spell(kind, whom).isPresent();
  }

  /** Returns how long a fault still lasts; empty if it does not. */
  private Optional<Duration> left(FaultKind kind, String whom) {
    return spell(kind, whom).map(spell -> Duration.ofNanos(spell.untilNanos() - timeline.nanos()));
  }

  private Optional<Spell> spell(FaultKind kind, String whom) {
    if (healed || areSpent()) {
      return Optional.empty();
    }
    long now = timeline.nanos();
    for (var spell : spells) {
      if (spell.kind() == kind
          && spell.fromNanos() <= now
          && now < spell.untilNanos()
          && spell.whom().test(whom)) {
        return Optional.of(spell);
      }
    }
    return Optional.empty();
  }

  /** Returns whether a fault happens now, and counts it. */
  boolean chance(FaultKind kind, double probability) {
    if (may(kind) && random.nextDouble() < probability && !areSpent()) {
      fire(kind);
      return true;
    }
    return false;
  }

  @Override
  public Delivery request(String from, String to) {
    var cut = left(FaultKind.PARTITION, from + ">" + to);
    if (cut.isPresent()) {
      return beyond(cut.get());
    }
    if (chance(FaultKind.CALL_LOST, lost)) {
      return Delivery.LOST;
    }
    if (chance(FaultKind.CALL_DOUBLED, doubled)) {
      return Delivery.arrivesAfter(wire(), wire().plus(slow()));
    }
    return Delivery.arrivesAfter(wire());
  }

  @Override
  public Delivery answer(String from, String to) {
    var cut = left(FaultKind.PARTITION, from + ">" + to);
    if (cut.isPresent()) {
      return beyond(cut.get());
    }
    if (chance(FaultKind.ANSWER_LOST, answerLost)) {
      return Delivery.LOST;
    }
    return Delivery.arrivesAfter(wire());
  }

  /** Returns false between a lost zone and everything outside of it. */
  @Override
  public boolean reaches(String from, String to) {
    if (lasts(FaultKind.ZONE_LOSS, from) == lasts(FaultKind.ZONE_LOSS, to)) {
      return true;
    }
    fire(FaultKind.ZONE_LOSS);
    return false;
  }

  /**
   * Returns how a call of a process to the store or the queues fails because its zone is lost: it
   * does not arrive, unless it was in progress; then its answer does not.
   */
  Optional<CallFault> beyondItsZone(String process) {
    return spell(FaultKind.ZONE_LOSS, process)
        .map(
            spell -> {
              fire(FaultKind.ZONE_LOSS);
              return timeline.nanos() - spell.fromNanos() < CALL_TIME.toNanos()
                  ? CallFault.ANSWER_LOST
                  : CallFault.LOST;
            });
  }

  /** Returns the delivery of a message into a partition: it is lost, or stuck. */
  private Delivery beyond(Duration cut) {
    fire(FaultKind.PARTITION);
    return random.nextBoolean() ? Delivery.LOST : Delivery.stuckFor(cut.plus(slow()));
  }

  /** Returns the version of a process, the same until it is replaced. */
  @Override
  public ProtocolVersion version(String process) {
    if (!plan.has(FaultKind.MIXED_VERSIONS)) {
      return ProtocolVersion.TODAYS;
    }
    return versions.computeIfAbsent(
        process,
        name -> {
          var all = List.of(ProtocolVersion.values());
          var drawn = all.get(random.nextInt(all.size()));
          if (drawn == ProtocolVersion.TODAYS || areSpent()) {
            return ProtocolVersion.TODAYS;
          }
          fire(FaultKind.MIXED_VERSIONS);
          return drawn;
        });
  }

  /** Called on replacement: the next process of that name may be of another version. */
  void replaced(String process) {
    versions.remove(process);
  }

  private Duration wire() {
    return chance(FaultKind.CALL_DELAYED, delayed)
        ? slow()
        : Duration.ofNanos(random.nextLong(2_000_000));
  }

  /** Returns a delay of up to two leases, mostly much less. */
  Duration slow() {
    long most = Times.LEASE.lease().multipliedBy(2).toMillis();
    return Duration.ofMillis(
        random.nextInt(3) == 0
            ? random.nextLong(most)
            : (long) Math.pow((double) most, random.nextDouble()));
  }

  Duration indexLag() {
    return chance(FaultKind.INDEX_LAG, 0.5)
        ? Duration.ofMillis(random.nextLong(5_000))
        : Duration.ZERO;
  }

  FaultProfile store() {
    return new StoreFaultProfile(this, random, unknown, unknownTransition, throttled, slow);
  }

  FaultProfile queues() {
    return new FaultProfile() {
      @Override
      public CallFault next(String process, List<Object> said) {
        var beyond = beyondItsZone(process);
        if (beyond.isPresent()) {
          return beyond.get();
        }
        if (lasts(FaultKind.QUEUE_AWAY, process)) {
          fire(FaultKind.QUEUE_AWAY);
          return random.nextInt(10) == 0 ? CallFault.ANSWER_LOST : CallFault.LOST;
        }
        return CallFault.NONE;
      }

      @Override
      public Duration latency() {
        return Duration.ofNanos(500_000 + random.nextLong(8_000_000));
      }

      @Override
      public Lateness late(List<Object> said) {
        return new Lateness(slow(), Occasion.READ);
      }
    };
  }

  @Override
  public int copies() {
    if (chance(FaultKind.MESSAGE_LOST, 0.05)) {
      return 0;
    }
    return chance(FaultKind.MESSAGE_DOUBLED, 0.2) ? 2 : 1;
  }

  @Override
  public boolean forgets() {
    return chance(FaultKind.MESSAGE_DOUBLED, 0.1);
  }

  @Override
  public boolean resurrects() {
    return chance(FaultKind.MESSAGE_BACK_FROM_THE_DEAD, 0.1);
  }

  @Override
  public boolean overlooks() {
    return !plan.claimsAtOnce() && random.nextInt(50) == 0;
  }
}
