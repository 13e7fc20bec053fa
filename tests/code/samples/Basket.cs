using System;
namespace Shop.Front;
[Serializable]
public class Basket<T> : IShape where T : new() {
    public const int Max = 3;
    private int a = 1, b;
    public int Total { get; set; } = 1;
    public int Twice => Total * 2;
    public event EventHandler Changed;
    public Func<int, int> f = x => x;
    public Basket() { }
    ~Basket() { }
    public R Add<R>(T item) { int Local(int x) => x; return default; }
    public void Add(int a) => a++;
    void IShape.Go() { }
    public static bool operator ==(Basket<T> a, Basket<T> b) => true;
    public int this[int i] => i;
    public enum Colour { Red, Green }
    public struct Point { public int X; public Point(int x) { X = x; } }
    public record Rec(int A) { public int B() => 1; }
    public delegate int Handler(int x);
    interface IInner { void M(); }
}
namespace Old { class C { } }
