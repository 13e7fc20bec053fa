module Shop
  module Front
    class Basket < Base
      MAX = 3
      include Enumerable
      attr_reader :items
      attr_accessor :total, :name
      def initialize(size) = @size = size
      def add(item)
        item
      end
      def ==(other); true; end
      def empty?; true; end
      def self.build(*args) new end
      class << self
        def open; end
      end
      private
      def secret; end
      define_method(:dyn) { 1 }
      scope :recent, -> { order(:x) }
      private def helper; end
      alias_method :push, :add
    end
  end
end
class Shop::Other
  def go; end
end
Point = Struct.new(:x, :y) do
  def len; end
end
LIMIT = 10
handler = ->(x) { x * 2 }
def top(a, b: 1); end
task :build do
  puts 1
end
describe "x" do
  it "y" do
  end
end
