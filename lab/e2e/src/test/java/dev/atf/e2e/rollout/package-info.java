/** Tests of deployments: rollouts, scaling, a restore, and two builds at the same time. */
@NullMarked
package dev.atf.e2e.rollout;

import org.jspecify.annotations.NullMarked;
