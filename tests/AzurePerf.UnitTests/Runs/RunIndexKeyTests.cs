using AzurePerf.Core.Runs;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunIndexKeyTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 31, 23, 59, 59, TimeSpan.Zero);

    [Fact]
    public void The_newer_run_comes_first() => SeededProperty.Holds(
        Gen.Select(Gen.Int[0, int.MaxValue], Gen.Int[0, int.MaxValue], (one, other) => (one, other)),
        seconds =>
        {
            var (one, other) = (Start.AddSeconds(seconds.one), Start.AddSeconds(seconds.other));
            var order = string.CompareOrdinal(RunIndexKey.For("a", one).RowKey, RunIndexKey.For("a", other).RowKey);
            return Math.Sign(order) == Math.Sign(other.CompareTo(one));
        });

    [Fact]
    public void Months_are_those_of_the_universal_clock()
    {
        Assert.Equal("202601", RunIndexKey.For("a", Start).Month);
        Assert.Equal("202602", RunIndexKey.For("a", Start.AddSeconds(1)).Month);
        Assert.Equal("202601", RunIndexKey.For("a", new(2026, 2, 1, 0, 30, 0, TimeSpan.FromHours(1))).Month);
    }

    [Fact]
    public void Its_text_is_the_same_for_ever() =>
        Assert.Equal(new("202601", "2516323968009999999-aaaaaaaaaaaaaaaaaaaa"), RunIndexKey.For("aaaaaaaaaaaaaaaaaaaa", Start));
}
