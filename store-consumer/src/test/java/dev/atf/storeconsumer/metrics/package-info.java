@NullMarked
package dev.atf.storeconsumer.metrics;

import org.jspecify.annotations.NullMarked;
