@NullMarked
package dev.atf.lab.bench.idle;

import org.jspecify.annotations.NullMarked;
