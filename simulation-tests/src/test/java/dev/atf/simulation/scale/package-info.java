/** Tests of what a cluster does under much work. */
@NullMarked
package dev.atf.simulation.scale;

import org.jspecify.annotations.NullMarked;
