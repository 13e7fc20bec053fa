package shop;
import java.util.*;

/** A basket. */
@Entity
public class Basket<T extends Item> implements Shape {
    public static final int MAX = 3;
    private int a = 1, b;
    private final Function<Integer, Integer> twice = x -> x * 2;
    static { System.out.println(); }
    public Basket() { this(1); }
    public Basket(int size) { }
    @Override
    public <R> R add(T item) { class Local { void m() {} } Runnable r = new Runnable() { public void run() {} }; return null; }
    public int add(T item, int n) { return n; }
    interface Inner { void go(); default int x() { return 1; } }
    enum Colour { RED { int v() { return 1; } }, GREEN; int v() { return 0; } }
    record Point(int x, int y) { Point { } double len() { return 1; } }
    @interface Note { String value(); }
}
