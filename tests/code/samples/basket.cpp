namespace shop::front {
template <typename T>
class Basket : public Base<T> {
 public:
  Basket();
  explicit Basket(int n) : n_(n) {}
  ~Basket() = default;
  void add(const T& item);
  int size() const { return n_; }
  bool operator==(const Basket& o) const { return true; }
  operator bool() const { return true; }
  static constexpr int kMax = 3;
  struct Inner { void go() {} };
  enum class Colour { Red };
 private:
  int n_ = 0;
};
template <typename T>
void Basket<T>::add(const T& item) { auto f = [](int x) { return x; }; }
int free_function(int a) { return a; }
using Id = int;
auto twice = [](int x) { return x * 2; };
}  // namespace
namespace { void hidden() {} }
Basket::Basket() {}
Basket::~Basket() {}
std::ostream& operator<<(std::ostream& os, const Basket& b) { return os; }
const std::string& shop::Other::name() const { return n; }
extern "C" { void c_function(); int c_defined() { return 1; } }
template <> int spec<int>(int a) { return a; }
concept C = true;
int Basket::count = 0;
