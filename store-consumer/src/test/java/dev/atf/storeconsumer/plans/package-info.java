@NullMarked
package dev.atf.storeconsumer.plans;

import org.jspecify.annotations.NullMarked;
