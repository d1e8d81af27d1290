/** Cost of a cluster without tasks: as the intervals of the code make it, and as it is measured. */
@NullMarked
package dev.atf.lab.bench.idle;

import org.jspecify.annotations.NullMarked;
