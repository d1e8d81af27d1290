package dev.atf.simulation.world;

import dev.atf.simulation.aws.Climate;
import dev.atf.simulation.aws.Mishap;
import dev.atf.simulation.aws.QueueFaults;
import dev.atf.simulation.net.Dialect;
import dev.atf.simulation.net.Fate;
import dev.atf.simulation.net.Weather;
import dev.atf.simulation.time.StuckEvents.Occasion;
import dev.atf.simulation.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** What goes wrong between the processes, the store and the queues. */
final class Faults implements Weather, QueueFaults {
  private final Plan plan;
  private final Timeline timeline;
  private final RandomGenerator random;
  private final Map<Family, Integer> fired = new EnumMap<>(Family.class);
  private final List<Spell> spells = new ArrayList<>();
  private final double lost;
  private final double doubled;
  private final double delayed;
  private final double answerLost;
  private final double throttled;
  private final double unknown;
  private final double unknownTransition;
  private final double slow;
  private final Map<String, Dialect> dialects = new HashMap<>();
  private Runnable powerCut = () -> {};
  private boolean healed;
  private int happened;

  /** Something that lasts. */
  private record Spell(Family family, long fromNanos, long untilNanos, Predicate<String> whom) {}

  Faults(Plan plan, Timeline timeline, RandomGenerator random) {
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

  /** Rather low: where everything fails at once, nothing gets far enough to go wrong. */
  private double severity(double most) {
    return most * Math.pow(random.nextDouble(), 2);
  }

  /** Kills all executors at once. */
  void setPowerCut(Runnable powerCut) {
    this.powerCut = powerCut;
  }

  void cutPower() {
    fire(Family.CRASH);
    powerCut.run();
  }

  /** From now on everything works. */
  void heal() {
    healed = true;
  }

  Map<Family, Integer> fired() {
    return fired;
  }

  void fire(Family family) {
    happened++;
    fired.merge(family, 1, Integer::sum);
  }

  /** Whether as many have happened as the plan wants. */
  boolean areSpent() {
    return happened >= plan.faultsMax();
  }

  boolean may(Family family) {
    return !healed && plan.has(family);
  }

  /** Something begins now, and lasts. */
  void begin(Family family, Duration howLong, Predicate<String> whom) {
    spells.add(new Spell(family, timeline.nanos(), timeline.nanos() + howLong.toNanos(), whom));
  }

  boolean lasts(Family family, String whom) {
    return left(family, whom).isPresent();
  }

  /** How long it still lasts; empty if it does not. */
  private Optional<Duration> left(Family family, String whom) {
    if (healed || areSpent()) {
      return Optional.empty();
    }
    long now = timeline.nanos();
    for (var spell : spells) {
      if (spell.family() == family
          && spell.fromNanos() <= now
          && now < spell.untilNanos()
          && spell.whom().test(whom)) {
        return Optional.of(Duration.ofNanos(spell.untilNanos() - now));
      }
    }
    return Optional.empty();
  }

  /** Whether it happens now. */
  boolean chance(Family family, double probability) {
    if (may(family) && random.nextDouble() < probability && !areSpent()) {
      fire(family);
      return true;
    }
    return false;
  }

  @Override
  public Fate request(String from, String to) {
    var cut = left(Family.PARTITION, from + ">" + to);
    if (cut.isPresent()) {
      return beyond(cut.get());
    }
    if (chance(Family.CALL_LOST, lost)) {
      return Fate.LOST;
    }
    if (chance(Family.CALL_DOUBLED, doubled)) {
      return Fate.arrivesAfter(wire(), wire().plus(slow()));
    }
    return Fate.arrivesAfter(wire());
  }

  @Override
  public Fate answer(String from, String to) {
    var cut = left(Family.PARTITION, from + ">" + to);
    if (cut.isPresent()) {
      return beyond(cut.get());
    }
    if (chance(Family.ANSWER_LOST, answerLost)) {
      return Fate.LOST;
    }
    return Fate.arrivesAfter(wire());
  }

  /** What is sent into a cut is lost, or stuck on the way. */
  private Fate beyond(Duration cut) {
    fire(Family.PARTITION);
    return random.nextBoolean() ? Fate.LOST : Fate.stuckFor(cut.plus(slow()));
  }

  /** One for each process, until it is replaced. */
  @Override
  public Dialect dialect(String process) {
    if (!plan.has(Family.MIXED_VERSIONS)) {
      return Dialect.TODAYS;
    }
    return dialects.computeIfAbsent(
        process,
        name -> {
          var all = List.of(Dialect.values());
          var drawn = all.get(random.nextInt(all.size()));
          if (drawn == Dialect.TODAYS || areSpent()) {
            return Dialect.TODAYS;
          }
          fire(Family.MIXED_VERSIONS);
          return drawn;
        });
  }

  /** The next process of that name may be of another version. */
  void replaced(String process) {
    dialects.remove(process);
  }

  private Duration wire() {
    return chance(Family.CALL_DELAYED, delayed)
        ? slow()
        : Duration.ofNanos(random.nextLong(2_000_000));
  }

  /** Up to two leases; mostly much less. */
  Duration slow() {
    long most = Times.LEASE.lease().multipliedBy(2).toMillis();
    return Duration.ofMillis(
        random.nextInt(3) == 0
            ? random.nextLong(most)
            : (long) Math.pow((double) most, random.nextDouble()));
  }

  Duration indexLag() {
    return chance(Family.INDEX_LAG, 0.5)
        ? Duration.ofMillis(random.nextLong(5_000))
        : Duration.ZERO;
  }

  Climate store() {
    return new StoreClimate(this, random, unknown, unknownTransition, throttled, slow);
  }

  Climate queues() {
    return new Climate() {
      @Override
      public Mishap next(String process, List<Object> said) {
        if (lasts(Family.QUEUE_AWAY, process)) {
          fire(Family.QUEUE_AWAY);
          return random.nextInt(10) == 0 ? Mishap.ANSWER_LOST : Mishap.LOST;
        }
        return Mishap.NONE;
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
    if (chance(Family.MESSAGE_LOST, 0.05)) {
      return 0;
    }
    return chance(Family.MESSAGE_DOUBLED, 0.2) ? 2 : 1;
  }

  @Override
  public boolean forgets() {
    return chance(Family.MESSAGE_DOUBLED, 0.1);
  }

  @Override
  public boolean resurrects() {
    return chance(Family.MESSAGE_BACK_FROM_THE_DEAD, 0.1);
  }

  @Override
  public boolean overlooks() {
    return !plan.claimsAtOnce() && random.nextInt(50) == 0;
  }
}
