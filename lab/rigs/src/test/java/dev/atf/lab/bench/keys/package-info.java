@NullMarked
package dev.atf.lab.bench.keys;

import org.jspecify.annotations.NullMarked;
