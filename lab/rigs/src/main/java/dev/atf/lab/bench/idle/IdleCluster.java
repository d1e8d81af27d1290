package dev.atf.lab.bench.idle;

/**
 * Size of a cluster without tasks.
 *
 * @param priorities of each lambda, which has one shard
 * @param hosts worker hosts, each with executors of all lambdas
 * @param services frontends, and as many HSCs and store consumers
 */
public record IdleCluster(int lambdas, int priorities, int hosts, int services) {}
