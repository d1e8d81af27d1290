/**
 * File that describes a cluster: read to deploy one, and to register its lambdas. Its content is
 * checked by the code that checks the same on a running cluster.
 */
@NullMarked
package dev.atf.clusterfile;

import org.jspecify.annotations.NullMarked;
