@org.jspecify.annotations.NullMarked
package dev.atf.plans.order;
