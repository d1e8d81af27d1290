@NullMarked
package dev.atf.lab.bench.contender;

import org.jspecify.annotations.NullMarked;
