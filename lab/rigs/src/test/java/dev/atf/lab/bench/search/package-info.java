@NullMarked
package dev.atf.lab.bench.search;

import org.jspecify.annotations.NullMarked;
