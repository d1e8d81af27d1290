/**
 * The file that describes a cluster: read by whoever deploys one, and by whoever registers its
 * lambdas. What it says is checked by the code that checks the same on a running cluster.
 */
@NullMarked
package dev.atf.clusterfile;

import org.jspecify.annotations.NullMarked;
